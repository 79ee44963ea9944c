import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Loaded before the application (`--import`) when its memory is measured: on SIGUSR2 it collects garbage, so that the next figures only count memory in
// use.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
process.on('SIGUSR2', () => collect())
