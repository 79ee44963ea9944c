import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from './schema/index.ts'

/** Properties of a server: its version number (15.4 is 150004), and the encoding of the database. */
type ServerInfo = { version: number; encoding: string }

const minMajorVersion = 15

/** French sentence endings for a server that refuses the connection, by SQLSTATE. */
const refusalSentences: Record<string, string> = {
  '28000': 'ne connaît pas ce compte, ou ne l’admet pas depuis cette machine',
  '28P01': 'refuse ce mot de passe',
  '3D000': 'n’a pas de base de ce nom',
  '53300': 'n’a plus de connexion libre',
}

/**
 * Returns the end of the French sentence that says why the connection failed. A certificate error and a refused unencrypted connection are recognised,
 * although they look like a server that does not answer.
 */
export function connectionFailureReason(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    const refusal = cause instanceof pg.DatabaseError ? refusalSentences[code] : undefined
    if (refusal !== undefined) return refusal
    // Error codes of Node for an invalid certificate.
    if (/CERT|^UNABLE_TO_VERIFY/.test(code))
      return 'a un certificat que cette machine ne reconnaît pas\u00a0: ajoutez à cette adresse «\u00a0sslrootcert=…\u00a0», le fichier de son autorité, et nommez-y le serveur comme son certificat'
    if (/SSL connection/.test(cause.message)) return 'ne chiffre pas ses connexions, ce que demande le «\u00a0sslmode\u00a0» de cette adresse'
  }
  return 'ne répond pas'
}

export async function readServer(db: Db): Promise<ServerInfo> {
  const { rows } = await sql<ServerInfo>`
    select current_setting('server_version_num')::integer as version, current_setting('server_encoding') as encoding`.execute(db)
  return rows[0]!
}

/**
 * Returns the end of the French sentence that says why the server cannot be used (old version, encoding other than UTF-8); null when it can. Otherwise the
 * failure would come later, in a migration or a write.
 */
export function unsupportedServerReason({ version, encoding }: ServerInfo): string | null {
  const major = Math.floor(version / 10_000)
  if (major < minMajorVersion) return `est de la version ${major}\u00a0: PostgreSQL ${minMajorVersion} ou plus récent est attendu`
  return encoding === 'UTF8' ? null : `range cette base en ${encoding}\u00a0: recréez-la en UTF8`
}
