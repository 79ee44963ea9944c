import { readyData } from './ready-data.ts'
import { startFirst } from './server.ts'

// A process beside a run of journeys: makes what most of them begin on while the tests before them run. None of them waits for it then.

await readyData('true', () => startFirst('true'))
