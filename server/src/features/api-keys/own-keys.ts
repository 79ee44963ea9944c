import { limits, maxKeyDays, type ApiKey, type RouteAnswer, type RouteBody, type routes } from '@parvis/contract'
import { sql } from 'kysely'
import { AppError } from '../../platform/errors/app-error.ts'
import { inTransaction } from '../../platform/db/retry-transaction.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import type { AuditInTransaction } from '../../audit/audited.ts'
import { isAssistantUsableBy } from '../../authorization/assistants.ts'
import type { Caller, Context } from '../../context.ts'
import { fingerprint } from '../auth/keys.ts'
import { reauthenticate, requirePassword } from '../auth/passwords/password-hash.ts'
import { lockAccountRow } from '../auth/second-factor/factors.ts'
import { requireEstablishedProof, type SecondFactorProof } from '../auth/second-factor/proof.ts'
import { auditedKey, drawKey } from './key-value.ts'
import { mayCreateKeys } from './permission.ts'

const dayMs = 24 * 3_600_000

const listedColumns = ['id', 'name', 'prefix', 'scopes', 'assistant_ids', 'level_max', 'created_at', 'expires_at', 'last_used_at', 'last_used_from'] as const

/** Lists a person's keys, newest first, expired ones included. */
export function listKeys(db: Db, owner_id: string): Promise<ApiKey[]> {
  return db.selectFrom('api_key').select(listedColumns).where('owner_id', '=', owner_id).orderBy('created_at', 'desc').orderBy('id').execute()
}

/**
 * Creates a key and returns it with its value, which is not stored.
 * @throws {AppError} `keys.forbidden`, `keys.full`, `keys.assistant_unknown`, `request.invalid` for an expiry in the past or too far, what
 *   `requireKeyProof` throws
 */
export async function createKey(
  context: Context,
  caller: Caller,
  { name, scopes, expires_at, level_max, assistant_ids, ...proof }: RouteBody<typeof routes.apiKeys.create>,
  audit: AuditInTransaction,
): Promise<RouteAnswer<typeof routes.apiKeys.create>> {
  const { config, db } = context
  if (!(await mayCreateKeys(config, db, caller))) throw new AppError('keys.forbidden')
  const now = context.now()
  requireExpiry(expires_at, now)
  await requireKeyProof(context, caller, proof)
  const { value, prefix } = drawKey()
  const key = await inTransaction(db, async (trx) => {
    await lockAccountRow(trx, caller.id)
    const assistants = assistant_ids?.length ? [...new Set(assistant_ids)] : null
    if (assistants !== null) await requireAssistants(trx, caller.id, assistants)
    const { count } = await trx
      .selectFrom('api_key')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('owner_id', '=', caller.id)
      .executeTakeFirstOrThrow()
    if (Number(count) >= limits.apiKeys) throw new AppError('keys.full')
    const created = await trx
      .insertInto('api_key')
      .values({
        owner_id: caller.id,
        name,
        prefix,
        hash: fingerprint(value),
        scopes: [...new Set(scopes)],
        assistant_ids: assistants,
        level_max: level_max ?? null,
        created_at: now,
        expires_at: new Date(expires_at),
      })
      .returning(listedColumns)
      .executeTakeFirstOrThrow()
    await audit(trx, auditedKey(created))
    return created
  })
  return { value, ...key }
}

/** Deletes all the keys of an account that is disabled, in the caller's transaction. */
export async function revokeKeysOf(trx: Db, owner_id: string): Promise<void> {
  await trx.deleteFrom('api_key').where('owner_id', '=', owner_id).execute()
}

/** Time for which an expired key stays in its owner's list, in days. */
const expiredDays = 90

/** Deletes the keys that expired long ago. */
export async function purgeExpiredKeys(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('api_key')
    .where('expires_at', '<', new Date(now.getTime() - expiredDays * dayMs).toISOString())
    .execute()
}

function requireExpiry(expires_at: string, now: Date): void {
  const lifeMs = Date.parse(expires_at) - now.getTime()
  const complaint = lifeMs <= 0 ? 'Cette date est déjà passée' : lifeMs > maxKeyDays * dayMs ? `Une clé vaut ${maxKeyDays}\u00a0jours au plus` : null
  if (complaint !== null) throw new AppError('request.invalid', { fields: { expires_at: complaint }, sentence: `${complaint}.` })
}

/**
 * Re-authenticates a person who creates a key: by a second factor where the account has one, else by the password, else by a recent sign-in. A password
 * given beside the second factor is checked too.
 * @throws {AppError} `request.invalid` without a proof, `auth.sign_in_again`, what `requirePassword` and `requireEstablishedProof` throw
 */
async function requireKeyProof(
  context: Context,
  caller: Caller,
  { current_password, ...factor }: { current_password?: string | undefined } & SecondFactorProof,
) {
  if (!caller.has_password) return reauthenticate(context, caller, undefined)
  const hasFactor = caller.second_factor_at !== null
  if (current_password === undefined && !hasFactor) throw new AppError('request.invalid', { fields: { current_password: 'Le mot de passe est obligatoire' } })
  if (current_password !== undefined) await requirePassword(context, caller.id, current_password, 'current_password')
  if (hasFactor) await requireEstablishedProof(context, caller.id, factor)
}

async function requireAssistants(trx: Db, owner_id: string, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select a.id from assistant a where a.id = any(${[...ids]}::uuid[]) and ${isAssistantUsableBy(sql`a.id`, owner_id)}`.execute(trx)
  if (rows.length < ids.length) throw new AppError('keys.assistant_unknown', { fields: { assistant_ids: 'Choisissez à nouveau' } })
}
