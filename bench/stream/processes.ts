import { spawn, type ChildProcess, spawnSync } from 'node:child_process'
import { readFileSync, readdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../server/src/testing/listen-locally.ts'

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

function childrenOf(pid: number): number[] {
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
const startedProcesses = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of startedProcesses) child.kill('SIGKILL')
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
    startedProcesses.add(child)
    let output = ''
    child.stdout.on('data', (data: Buffer) => {
      if (output.length > 1_000_000) return
      output += data.toString()
      const match = ready.exec(output)
      if (match !== null) resolve({ child, match })
    })
    child.once('exit', (code) => {
      startedProcesses.delete(child)
      reject(new Error(`${command} ${args[0] ?? ''} ended with ${code}: ${output.slice(-500)}`))
    })
    child.once('error', reject)
  })
}

/** Starts nginx without buffering in front of the model server. Null when nginx is not installed. */
export async function startNginx(upstreamPort: number): Promise<{ port: number; pids: () => number[]; stop(): void } | null> {
  if (spawnSync('nginx', ['-v']).error) return null
  const port = await freePort()
  const dir = mkdtempSync(path.join(tmpdir(), 'parvis-bench-nginx-'))
  const file = path.join(dir, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${dir}/pid; error_log stderr crit; worker_rlimit_nofile 20000;
events { worker_connections 8192; }
http { access_log off; client_body_temp_path ${dir}/b; proxy_temp_path ${dir}/p; fastcgi_temp_path ${dir}/f; uwsgi_temp_path ${dir}/u; scgi_temp_path ${dir}/s;
 upstream model { server 127.0.0.1:${upstreamPort}; keepalive 64; }
 server { listen 127.0.0.1:${port} backlog=4096; location / { proxy_pass http://model; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffering off; proxy_read_timeout 600s; } } }`,
  )
  const startedServer = startAndWait('sh', ['-c', `echo ready; exec nginx -c ${file}`], /ready/)
  const { child } = await startedServer
  await new Promise((resolve) => setTimeout(resolve, 500))
  const pids = () => [child.pid!, ...childrenOf(child.pid!)]
  return { port, pids, stop: () => child.kill('SIGQUIT') }
}
