import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../context.ts'
import { composeMessage } from './message.ts'
import type { Mailer } from './port.ts'

/**
 * Each mail becomes a file `<time>-<to>.eml` that a mail program opens. Mails hold links that open accounts: only the owner of the
 * process reads them, and the log names the file, not what it says.
 */
export function createOutbox(dir: string, from: string, log: Log, now: () => Date = () => new Date()): Mailer {
  return {
    kind: 'outbox',
    async send(mail) {
      const date = now()
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const message = await composeMessage(from, mail, date)
      const file = await writeNew(dir, `${date.toISOString().replaceAll(':', '-')}-${fileNameOf(mail.to)}`, message)
      log.info({ file }, 'mail written to the outbox')
    },
    close: async () => {},
  }
}

async function writeNew(dir: string, name: string, message: Buffer, copy = 0): Promise<string> {
  const file = copy === 0 ? `${name}.eml` : `${name}-${copy}.eml`
  try {
    await writeFile(join(dir, file), message, { mode: 0o600, flag: 'wx' })
    return file
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return writeNew(dir, name, message, copy + 1)
    throw error
  }
}

/** An address as a file name: nothing that means something to a file system. */
function fileNameOf(address: string): string {
  return address
    .replace(/[^\w.@+-]+/g, '_')
    .replace(/\.{2,}/g, '.')
    .slice(0, 100)
}
