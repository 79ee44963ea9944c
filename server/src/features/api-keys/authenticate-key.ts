import type { ApiKeyScope, ModelLevel } from '@parvis/contract'
import { sql } from 'kysely'
import { addressKey } from '../../platform/address-key.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Log } from '../../platform/log.ts'
import { recordAuditEvent } from '../../audit/audited.ts'
import type { Caller, Context } from '../../context.ts'
import { currentUserColumns, lacksRequiredFactor, toCurrentUser } from '../auth/current-user.ts'
import { fingerprint } from '../auth/keys.ts'
import { hasUsableFactor } from '../auth/second-factor/factors.ts'
import { auditedKey, isKey } from './key-value.ts'
import { allowsKeys, isInTeam } from './permission.ts'

/** Key that makes a call, and its owner, who is never an administrator there. */
export type KeyCaller = {
  key: { id: string; scopes: readonly ApiKeyScope[]; assistant_ids: readonly string[] | null; level_max: ModelLevel | null }
  owner: Caller
}

/**
 * Returns the key of this value and its owner, with rights read from the database at each call: revoking, disabling the account and changing the setting
 * take effect at once.
 * @throws {AppError} `keys.invalid`, `keys.forbidden`, `auth.must_change_password`, `auth.second_factor_due`
 */
export async function authenticateKey(context: Context, value: string): Promise<KeyCaller & { use: KeyUse }> {
  if (!isKey(value)) throw new AppError('keys.invalid')
  const row = await context.db
    .selectFrom('api_key')
    .innerJoin('app_user', 'app_user.id', 'api_key.owner_id')
    .select([...currentUserColumns, hasUsableFactor(context)])
    .select(['api_key.id as key_id', 'api_key.scopes', 'api_key.assistant_ids', 'api_key.level_max', 'api_key.expires_at'])
    .select(['api_key.last_used_at', 'api_key.last_used_from', isInTeam(sql`app_user.id`).as('is_in_team')])
    .where('api_key.hash', '=', fingerprint(value))
    .executeTakeFirst()
  if (row === undefined || !row.is_active || Date.parse(row.expires_at) <= context.now().getTime()) throw new AppError('keys.invalid')
  if (!allowsKeys(context.config, row)) throw new AppError('keys.forbidden')
  if (row.must_change_password) throw new AppError('auth.must_change_password')
  if (lacksRequiredFactor(context.config.signIn, row)) throw new AppError('auth.second_factor_due')
  const { key_id, scopes, assistant_ids, level_max, last_used_at, last_used_from } = row
  return {
    key: { id: key_id, scopes, assistant_ids, level_max },
    // A key never has the rights of an administrator.
    owner: { ...toCurrentUser(row), is_admin: false, session_id: key_id },
    use: { key_id, last_used_at, last_used_from },
  }
}

/** Last recorded use of a key. */
type KeyUse = { key_id: string; last_used_at: string | null; last_used_from: string | null }

/** Interval at which a use is recorded, and number of networks remembered. */
const recordMs = 60_000
const maxNetworks = 20

/** Records a use of a key: its time, to the minute, and its network. The first use, and the first from a network, are audited. */
export async function recordKeyUse(
  context: Context,
  owner: Caller,
  { key_id, last_used_at, last_used_from }: KeyUse,
  { ip, id: request_id, log }: { ip: string; id: string; log: Log },
): Promise<void> {
  const now = context.now()
  const network = networkOfKey(ip)
  if (last_used_from === network && last_used_at !== null && now.getTime() - Date.parse(last_used_at) < recordMs) return
  const { rows } = await sql<{ prefix: string; is_first: boolean; is_new: boolean }>`
    with former as (select id, last_used_at, networks from api_key where id = ${key_id} for update)
    update api_key k set last_used_at = ${now}::timestamptz, last_used_from = ${network}::text,
      networks = (array_append(array_remove(former.networks, ${network}::text), ${network}::text))[greatest(cardinality(former.networks) - ${maxNetworks - 2}::int, 1):]
    from former where k.id = former.id
    returning k.prefix, former.last_used_at is null as is_first, not (${network}::text = any(former.networks)) as is_new`.execute(context.db)
  const [use] = rows
  if (use === undefined || !use.is_new) return
  const act = use.is_first ? 'key.first_use' : 'key.new_network'
  await recordAuditEvent({ context, caller: owner, ip, request_id, log }, { act, outcome: 'done', target: auditedKey({ id: key_id, prefix: use.prefix }) })
}

/** Returns the network of an address, to tell its owner where a key is used: `192.0.2.0/24`, `2001:db8:1::/48`. */
export function networkOfKey(ip: string): string {
  const address = addressKey(ip)
  const [, ipv4] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(address) ?? []
  if (ipv4 !== undefined) return `${ipv4}.0/24`
  const groups = address.split(':').slice(0, 3)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/48`
}
