/** Program of a test: tries everything a captured parser would, and tells what worked. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { env } from 'node:process'
import { forbidNetwork } from './forbid-network.ts'

forbidNetwork()

const attempts: Record<string, () => unknown> = {
  'read a file of the system': () => readFileSync('/etc/passwd'),
  'read a file of the user': () => readFileSync(process.argv[2]!),
  'write a file': () => writeFileSync(`${process.argv[2]}.written`, ''),
  'start a process': () => {
    const { error } = spawnSync('id')
    if (error) throw error
  },
  'open a connection': () => connect(Number(process.argv[3]), '127.0.0.1'),
  'call an address': () => fetch(`http://127.0.0.1:${process.argv[3]}/`),
  // oxlint-disable-next-line no-new-func -- the attempt is the test
  'run code from a text': () => new Function('return 1')(),
  'read a secret of the environment': () => {
    if (!env['DATABASE_URL'] && !env['HOME']) throw new Error('absent')
  },
}

const worked: string[] = []
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    await attempt()
    worked.push(name)
  } catch {
    // Refused, as it should be.
  }
}
process.send!(worked)
process.disconnect()
