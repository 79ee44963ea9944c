import { execFile, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { nodeOptions } from './server.ts'

type CommandResult = { code: number | null; stdout: string; stderr: string }

/** Starts the command of `npm run <command> -- …words`, in an instance's folder, with nothing to install. */
export function startCommand(
  name: 'backup' | 'restore' | 'admin',
  args: string[],
  { cwd, dataDir }: { cwd: string; dataDir: string },
): { child: ChildProcess; ended: Promise<CommandResult> } {
  const script = fileURLToPath(new URL(`../../../server/src/${name}.ts`, import.meta.url))
  const inheritedEnv = Object.fromEntries(['PATH', 'HOME', 'LANG', 'TMPDIR', 'NODE_COMPILE_CACHE'].map((variable) => [variable, process.env[variable]]))
  let child: ChildProcess
  const ended = new Promise<CommandResult>((resolve) => {
    child = execFile(
      process.execPath,
      [...nodeOptions, script, ...args],
      { cwd, env: { ...inheritedEnv, PARVIS_DATA_DIR: dataDir } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    )
  })
  return { child: child!, ended }
}
