import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Loaded before the application (`--import`) when its memory is watched: on SIGUSR2 it collects its garbage, so that what is read
// afterwards is what it holds.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
process.on('SIGUSR2', () => collect())
