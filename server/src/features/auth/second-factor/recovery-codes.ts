import { randomInt } from 'node:crypto'
import type { Db } from '../../../platform/db/schema/index.ts'
import { fingerprint } from '../account-keys.ts'

const codeCount = 10
/** Alphabet without look-alikes (0 and O; 1, I and L). Ten characters give 49 bits. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const codeLength = 10

/** Normalises a typed code: capitals, without spaces or dashes. */
export const normalizeCode = (typed: string): string => typed.replaceAll(/[\s\u00a0\u202f-]/g, '').toUpperCase()

/** Replaces the account's recovery codes with ten new ones. Returns them in clear text; only their hashes are stored. */
export async function drawRecoveryCodes(db: Db, user_id: string): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, () => Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join(''))
  await db.deleteFrom('recovery_code').where('user_id', '=', user_id).execute()
  await db
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id, code_hash: fingerprint(code) })))
    .execute()
  return codes.map((code) => `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`)
}

/** Consumes a recovery code; false when the account has no such unused code. */
export async function spendRecoveryCode(db: Db, user_id: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('recovery_code').where('user_id', '=', user_id).where('code_hash', '=', fingerprint(code)).executeTakeFirst()
  return numDeletedRows > 0n
}
