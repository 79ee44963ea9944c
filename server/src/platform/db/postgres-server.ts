import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from './schema/index.ts'

/** What a server says of itself: its version as it counts (15.4 is 150004), and the encoding of the base. */
type Server = { version: number; encoding: string }

const oldestMajor = 15

/** What a server that answers, and lets nobody in, says. */
const refusals: Record<string, string> = {
  '28000': 'ne connaît pas ce compte, ou ne l’admet pas depuis cette machine',
  '28P01': 'refuse ce mot de passe',
  '3D000': 'n’a pas de base de ce nom',
  '53300': 'n’a plus de connexion libre',
}

/** Why nobody was let in, after the name of the server. A certificate or a connection in clear that is refused looks like silence, and is not. */
export function whyRefused(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    const refusal = cause instanceof pg.DatabaseError ? refusals[code] : undefined
    if (refusal !== undefined) return refusal
    // Node's names of what is wrong with a certificate.
    if (/CERT|^UNABLE_TO_VERIFY/.test(code))
      return 'a un certificat que cette machine ne reconnaît pas\u00a0: ajoutez à cette adresse «\u00a0sslrootcert=…\u00a0», le fichier de son autorité, et nommez-y le serveur comme son certificat'
    if (/SSL connection/.test(cause.message)) return 'ne chiffre pas ses connexions, ce que demande le «\u00a0sslmode\u00a0» de cette adresse'
  }
  return 'ne répond pas'
}

export async function readServer(db: Db): Promise<Server> {
  const { rows } = await sql<Server>`
    select current_setting('server_version_num')::integer as version, current_setting('server_encoding') as encoding`.execute(db)
  return rows[0]!
}

/** What would fail later, in the middle of a migration or of somebody's text; null where nothing would. */
export function whyUnfit({ version, encoding }: Server): string | null {
  const major = Math.floor(version / 10_000)
  if (major < oldestMajor) return `est de la version ${major}\u00a0: PostgreSQL ${oldestMajor} ou plus récent est attendu`
  return encoding === 'UTF8' ? null : `range cette base en ${encoding}\u00a0: recréez-la en UTF8`
}
