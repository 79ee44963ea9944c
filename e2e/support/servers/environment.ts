import type { Environment } from 'vitest/runtime'
import { endWorker } from './worker-end.ts'

/**
 * Environment of the journeys: plain Node. A worker has one environment for all its files (`isolate: false`), whose end closes the shared resources of the
 * worker.
 */
const environment: Environment = { name: 'journeys', viteEnvironment: 'ssr', setup: () => ({ teardown: endWorker }) }

export default environment
