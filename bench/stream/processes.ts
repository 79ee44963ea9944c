import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'

const ticksPerSecond = 100

/** Processor time (user and system, all threads) used by these processes since they started, in seconds. Linux only. */
export function cpuSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return sum + (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  }, 0)
}

/** Resident memory of these processes, in kB. */
export function residentKb(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0), 0)
}

export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => {
      try {
        return Number(readFileSync(`/proc/${child}/stat`, 'utf8').split(') ')[1]!.split(' ')[1]) === pid
      } catch {
        return false
      }
    })
}

/** Processes started by a benchmark, killed at exit, so that a failed one leaves none behind. */
const started = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL')
})

/** Starts a program and waits until a line of its output matches. Resolves with the process and the match. */
export function startAndWait(
  command: string,
  args: string[],
  ready: RegExp,
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ child: ChildProcess; match: RegExpExecArray }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    started.add(child)
    let output = ''
    child.stdout.on('data', (data: Buffer) => {
      if (output.length > 1_000_000) return
      output += data.toString()
      const match = ready.exec(output)
      if (match !== null) resolve({ child, match })
    })
    child.once('exit', (code) => {
      started.delete(child)
      reject(new Error(`${command} ${args[0] ?? ''} ended with ${code}: ${output.slice(-500)}`))
    })
    child.once('error', reject)
  })
}
