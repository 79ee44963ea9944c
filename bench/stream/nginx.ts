import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../server/src/testing/listen-locally.ts'
import { childrenOf, startAndWait } from './processes.ts'

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
  const started = startAndWait('sh', ['-c', `echo ready; exec nginx -c ${file}`], /ready/)
  const { child } = await started
  await new Promise((resolve) => setTimeout(resolve, 500))
  const pids = () => [child.pid!, ...childrenOf(child.pid!)]
  return { port, pids, stop: () => child.kill('SIGQUIT') }
}
