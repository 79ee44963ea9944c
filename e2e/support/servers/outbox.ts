import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'

/** A mail of the outbox. `links` contains every http address of its text. */
export type OutboxMail = { file: string; to: string[]; subject: string; text: string; html: string; links: string[] }

/** Reads `outbox/*.eml` of a data directory, oldest first (the names begin with the time). */
export async function readOutbox(dataDir: string): Promise<OutboxMail[]> {
  const folder = join(dataDir, 'outbox')
  if (!existsSync(folder)) return []
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(
    files.map(async (file) => {
      const mail = await PostalMime.parse(await readFile(join(folder, file)))
      const text = mail.text ?? ''
      return {
        file,
        to: (mail.to ?? []).flatMap(({ address }) => (address ? [address] : [])),
        subject: mail.subject ?? '',
        text,
        html: mail.html ?? '',
        links: text.match(/https?:\/\/[^\s<>"]+/g) ?? [],
      }
    }),
  )
}
