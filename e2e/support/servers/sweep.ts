import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { readyDataVariable } from './ready-data.ts'

// Process that runs beside the journeys, with the folder of the run as its argument. If the run ends without a message (killed, for example), it ends the
// remaining workers, servers and browsers, which have that folder in their environment, and deletes the folder.

const folder = process.argv[2]!
const environmentMark = `${readyDataVariable}=${folder}`

/** Lists the processes of the run. Processes of other users, whose environment cannot be read, are left out. */
function remainingProcesses(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(environmentMark)
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
    // It has already ended.
  }
}

let message = ''
for await (const chunk of process.stdin) message += String(chunk)
if (message === '') {
  // A worker may have started another process in the meantime.
  for (let pids = remainingProcesses(); pids.length > 0; pids = remainingProcesses()) {
    for (const pid of pids) end(pid)
    await sleep(100)
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
