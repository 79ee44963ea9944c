import { execFile } from 'node:child_process'

/**
 * Command that gives the process its own user and network namespaces: no network, and no privilege even if the server runs as root. The process keeps its
 * pid, so it is watched and killed as usual.
 */
const NAMESPACES = ['unshare', '--user', '--net', '--']
/** Command that kills the process when the thread that started it ends, even in the middle of a page. */
const PARENT_DEATH = ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs', '--']

const PROBE_MS = 10_000

/**
 * Returns the util-linux command to put before that of the child: the strictest one that this system allows, empty if it allows none (not Linux, most
 * containers).
 * @param program path that must remain readable under the command
 */
export async function confiningCommand(program: string): Promise<readonly string[]> {
  if (process.platform !== 'linux') return []
  for (const command of [[...NAMESPACES, ...PARENT_DEATH], NAMESPACES, PARENT_DEATH]) if (await works(command, program)) return command
  return []
}

function works(command: readonly string[], program: string): Promise<boolean> {
  const [file, ...parameters] = [...command, 'test', '-r', program]
  return new Promise((resolve) => {
    execFile(file!, parameters, { env: {}, timeout: PROBE_MS }, (error) => resolve(error === null))
  })
}
