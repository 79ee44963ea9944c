import type { Assertion } from '@parvis/contract'
import { sql } from 'kysely'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Context } from '../../../context.ts'
import { requirePasskey } from '../passkeys/assertions.ts'
import { requireCode } from './check-code.ts'

/** A code, or a passkey assertion in its place. */
export type SecondFactorProof = { code?: string | undefined; passkey?: Assertion | undefined }

/**
 * Checks the second factor of an account.
 * @throws {AppError} `request.invalid` when neither a code nor a passkey is given; what `requireCode` and `requirePasskey` throw
 */
export async function requireProof(context: Context, user_id: string, { code, passkey }: SecondFactorProof): Promise<void> {
  if (passkey !== undefined) return requirePasskey(context, user_id, passkey)
  if (code === undefined) throw new AppError('request.invalid', { fields: { code: 'Le code est obligatoire' } })
  return requireCode(context, user_id, code)
}

const dayMs = 24 * 3_600_000

/**
 * Checks a second factor that is not recent: one that dates from the activation of two-factor authentication, or is more than a day old. Otherwise
 * somebody with the password and an open session could add a passkey of their own, then remove the owner's with it. Recovery codes are always accepted.
 * @throws {AppError} `auth.second_factor_recent`, what `requireProof` throws
 */
export async function requireEstablishedProof(context: Context, user_id: string, proof: SecondFactorProof): Promise<void> {
  const { rows } = await sql<{ isRecent: boolean }>`
    select added.at > u.second_factor_at and added.at > ${new Date(context.now().getTime() - dayMs)}::timestamptz as "isRecent"
    from app_user u cross join lateral (
      select case when ${proof.passkey?.id ?? null}::text is not null
        then (select created_at from passkey where user_id = u.id and credential_id = ${proof.passkey?.id ?? null})
        else (select confirmed_at from second_factor where user_id = u.id) end as at
    ) added where u.id = ${user_id}`.execute(context.db)
  const isRecoveryCode = proof.passkey === undefined && !/^\d{6}$/.test((proof.code ?? '').replaceAll(/[\s-]/g, ''))
  if (rows[0]?.isRecent === true && !isRecoveryCode) throw new AppError('auth.second_factor_recent')
  await requireProof(context, user_id, proof)
}
