import { execFile, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { nodeOptions } from './server.ts'

type Ended = { code: number | null; stdout: string; stderr: string }

/** Starts the command of `npm run <command> -- …words`, in an instance's folder, with nothing to install. */
export function beginCommand(
  name: 'backup' | 'restore' | 'admin',
  words: string[],
  { cwd, dataDir }: { cwd: string; dataDir: string },
): { child: ChildProcess; ended: Promise<Ended> } {
  const script = fileURLToPath(new URL(`../../../server/src/${name}.ts`, import.meta.url))
  const kept = Object.fromEntries(['PATH', 'HOME', 'LANG', 'TMPDIR', 'NODE_COMPILE_CACHE'].map((variable) => [variable, process.env[variable]]))
  let child: ChildProcess
  const ended = new Promise<Ended>((resolve) => {
    child = execFile(process.execPath, [...nodeOptions, script, ...words], { cwd, env: { ...kept, PARVIS_DATA_DIR: dataDir } }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    )
  })
  return { child: child!, ended }
}
