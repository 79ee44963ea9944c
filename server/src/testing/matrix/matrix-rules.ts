import { globSync } from 'node:fs'
import path from 'node:path'
import type { Rule } from './matrix-rule.ts'

const features = path.resolve(import.meta.dirname, '../../features')
const read = async (file: string) => ((await import(path.join(features, file))) as { rules: Rule[] }).rules

/** What each feature says of its calls, in its `access.fixture.ts`. */
export const rules: Rule[] = (await Promise.all(globSync('*/access.fixture.ts', { cwd: features }).sort().map(read))).flat()
