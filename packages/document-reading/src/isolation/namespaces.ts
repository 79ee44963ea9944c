import { execFile } from 'node:child_process'

/**
 * A user and network namespace of its own: no address to reach whatever the process does, and no privilege left where the
 * server runs as root. The process keeps its number, so that it is watched and killed as without them.
 */
const NAMESPACES = ['unshare', '--user', '--net', '--']
/** Ends with the thread that started it, even in the middle of a page. */
const LEASH = ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs', '--']

const PROBE_MS = 10_000

/**
 * The command, of util-linux, to put before that of the child: the most that this system lets an ordinary process ask for,
 * nothing where it allows nothing (another system than Linux, most containers). `program` must still be readable under it.
 */
export async function confiningCommand(program: string): Promise<readonly string[]> {
  if (process.platform !== 'linux') return []
  for (const command of [[...NAMESPACES, ...LEASH], NAMESPACES, LEASH]) if (await works(command, program)) return command
  return []
}

function works(command: readonly string[], program: string): Promise<boolean> {
  const [file, ...parameters] = [...command, 'test', '-r', program]
  return new Promise((resolve) => {
    execFile(file!, parameters, { env: {}, timeout: PROBE_MS }, (error) => resolve(error === null))
  })
}
