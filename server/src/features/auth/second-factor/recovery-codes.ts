import { randomInt } from 'node:crypto'
import type { Db } from '../../../platform/db/schema/index.ts'
import { fingerprint } from '../account-keys.ts'

const count = 10
/** Without what is taken for another: 0 and O, 1, I and L. Ten of them make 49 bits. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const length = 10

/** What was typed, as it is compared: in capitals, without spaces nor dashes. */
export const plainCode = (typed: string): string => typed.replaceAll(/[\s\u00a0\u202f-]/g, '').toUpperCase()

/** Draws ten codes in the place of those that are left; answers them, for this once. */
export async function drawRecoveryCodes(db: Db, user_id: string): Promise<string[]> {
  const codes = Array.from({ length: count }, () => Array.from({ length }, () => letters[randomInt(letters.length)]).join(''))
  await db.deleteFrom('recovery_code').where('user_id', '=', user_id).execute()
  await db
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id, code_hash: fingerprint(code) })))
    .execute()
  return codes.map((code) => `${code.slice(0, length / 2)}-${code.slice(length / 2)}`)
}

/** Uses a code up; false when it is none of this account, or has served. */
export async function spendRecoveryCode(db: Db, user_id: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('recovery_code').where('user_id', '=', user_id).where('code_hash', '=', fingerprint(code)).executeTakeFirst()
  return numDeletedRows > 0n
}
