import type { Assertion } from '@parvis/contract'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'
import { requirePasskey } from '../passkeys/show.ts'
import { requireCode } from './check-code.ts'

/** A code, or a passkey in its place. */
export type Proof = { code?: string | undefined; passkey?: Assertion | undefined }

/** Checks the second factor of an account. @throws {AppError} `request.invalid` without any; what `requireCode` and `requirePasskey` throw */
export async function requireProof(context: Context, user_id: string, { code, passkey }: Proof): Promise<void> {
  if (passkey !== undefined) return requirePasskey(context, user_id, passkey)
  if (code === undefined) throw new AppError('request.invalid', { fields: { code: 'Le code est obligatoire' } })
  return requireCode(context, user_id, code)
}
