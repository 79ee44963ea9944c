import { readyData } from './ready-data.ts'
import { startFirst } from './server.ts'

// Process that prepares, while the first tests run, the data that most journeys copy.

await readyData('true', () => startFirst('true'))
