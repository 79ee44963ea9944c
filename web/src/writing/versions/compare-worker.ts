import { compareVersions } from '@parvis/written-document'
import type { ComparedVersions } from './use-comparison.ts'

addEventListener('message', ({ data }: MessageEvent<ComparedVersions>) => postMessage(compareVersions(data.before, data.after)))
