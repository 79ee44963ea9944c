import type { Environment } from 'vitest/runtime'
import { endWorker } from './worker-end.ts'

/** Where journeys run: Node as it is. A worker has one for all its files (`isolate: false`), and tells it when it ends. */
const environment: Environment = { name: 'journeys', viteEnvironment: 'ssr', setup: () => ({ teardown: endWorker }) }

export default environment
