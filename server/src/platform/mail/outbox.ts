import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { mailOptions, type StoredMails, type Mailer, type Mail } from './port.ts'

/**
 * Creates a mailer that writes each mail to a file `<time>-<to>.eml`, which a mail program can open; a second one at the same instant is
 * `<time>-<to>..1.eml`. Mails contain links that give access to accounts: only the owner of the process can read the files, and the log gives the file
 * name, not the content.
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
    storedMails: { purge: (before, except, shouldDelete) => purge(dir, before, except, shouldDelete), deleteMailsTo: (address) => deleteMailsTo(dir, address) },
  }
}

/**
 * Pattern of file names, which begin with the time: `2026-11-21T06-01-07.123Z-`. The copy number follows two dots, which no address contains after
 * `fileNameOf` (an address may end in `-75`).
 */
const namePattern = /^(\d{4}-\d{2}-\d{2}T)(\d{2})-(\d{2})-([\d.]+Z)-(.+?)(?:\.\.\d+)?\.eml$/

async function listMails(dir: string): Promise<{ file: string; at: Date; to: string }[]> {
  const names = await readdir(dir).catch(() => [])
  return names.flatMap((file) => {
    const [, day, hour, minute, rest, to] = namePattern.exec(file) ?? []
    return to === undefined ? [] : [{ file, at: new Date(`${day}${hour}:${minute}:${rest}`), to }]
  })
}

const purge: (dir: string, ...args: Parameters<StoredMails['purge']>) => ReturnType<StoredMails['purge']> = async (dir, before, except, shouldDelete) => {
  const excluded = new Set(except.map(fileNameOf))
  const old = (await listMails(dir)).filter(({ at }) => at < before)
  const expired = old.filter(({ to }) => !excluded.has(to))
  if (shouldDelete) for (const { file } of expired) await rm(join(dir, file), { force: true })
  return { removed: expired.length, held: old.length - expired.length }
}

async function deleteMailsTo(dir: string, address: string): Promise<void> {
  const name = fileNameOf(address)
  for (const { file, to } of await listMails(dir)) if (to === name) await rm(join(dir, file), { force: true })
}

async function writeNew(dir: string, name: string, message: Buffer, copy = 0): Promise<string> {
  const file = copy === 0 ? `${name}.eml` : `${name}..${copy}.eml`
  try {
    await writeFile(join(dir, file), message, { mode: 0o600, flag: 'wx' })
    return file
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return writeNew(dir, name, message, copy + 1)
    throw error
  }
}

/** Converts an address to a file name without special characters. */
function fileNameOf(address: string): string {
  return address
    .replace(/[^\w.@+-]+/g, '_')
    .replace(/\.{2,}/g, '.')
    .slice(0, 100)
}

/**
 * Composes a mail as an RFC 5322 message, with encoded headers and CRLF line ends. The text is not re-encoded, so that a link stays on one line for a
 * person who reads the file without a mail program.
 */
async function composeMessage(from: string, mail: Mail, date: Date): Promise<Buffer> {
  const { createTransport } = await import('nodemailer')
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await composer.sendMail({ ...mailOptions(from, mail), date })
  const mailText = (message as Buffer).toString('utf8')
  const head = mailText.slice(0, mailText.indexOf('\r\n\r\n')).replace(/^Content-Transfer-Encoding:.*$/m, 'Content-Transfer-Encoding: 8bit')
  return Buffer.from(`${head}\r\n\r\n${mail.text.replace(/\r?\n/g, '\r\n')}`)
}
