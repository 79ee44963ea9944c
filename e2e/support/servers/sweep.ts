import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { readyDataVariable } from './ready-data-variable.ts'

// A process beside a run of journeys, told the folder of the run, which names it: when the run ends without a word, killed for
// instance, it ends the workers, servers and browsers that are left, which carry that name, and removes the folder.

const folder = process.argv[2]!
const mark = `${readyDataVariable}=${folder}`

/** The processes of the run. Those of somebody else, whose variables may not be read, are none of them. */
function left(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark)
      } catch {
        return false
      }
    })
    .map(Number)
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone meanwhile.
  }
}

let said = ''
for await (const chunk of process.stdin) said += String(chunk)
if (said === '') {
  // A worker may have started one more while the others were ended.
  for (let pids = left(); pids.length > 0; pids = left()) {
    for (const pid of pids) end(pid)
    await sleep(100)
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
