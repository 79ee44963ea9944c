import { sql } from 'kysely'
import { limits } from '@parvis/contract'
import { serverCall, recordAuditEvent } from '../../../audit/audited.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../platform/db/schema/index.ts'
import { inTransaction } from '../../../platform/db/retry-transaction.ts'

/** Maximum number of teams that the groups of one person create at once: a directory has more groups than an authority has teams. */
const maxCreatedTeams = 50

type GroupsClaim = {
  /** Group names; null: no groups claim. */
  groups: string[] | null
  /** Prefix of the groups that create teams, named by the rest of the group's name. Null: no team is created. */
  prefix: string | null
}

/**
 * Synchronises a person's team memberships with their groups: adds the missing ones, removes those of groups that the person left. Only memberships
 * created through this identity are removed. Null groups change nothing; an empty list removes all memberships of this identity.
 */
export async function syncTeamsWithGroups(context: Context, { groups, prefix }: GroupsClaim, user_id: string, identity_id: string): Promise<void> {
  if (groups === null) return
  const changeCount = await inTransaction(context.db, async (trx) => {
    if (prefix !== null) await createTeamsOfGroups(trx, groups, prefix)
    const { rows: removedRows } = await sql`
      delete from team_member where identity_id = ${identity_id}
        and team_id not in (select id from team where group_name = any(${groups}::text[])) returning team_id`.execute(trx)
    const { rows: addedRows } = await sql`
      insert into team_member (team_id, user_id, role, identity_id)
      -- One that is deleted or given another group at this very instant is waited for, and left out: what is asked of the locked row is asked again.
      select w.id, ${user_id}::uuid, 'member', ${identity_id}::uuid
      from (select id from team where group_name = any(${groups}::text[]) order by id for key share) w
      on conflict do nothing returning team_id`.execute(trx)
    return removedRows.length + addedRows.length
  })
  if (changeCount > 0) await recordAuditEvent(serverCall(context), { act: 'teams.by_claim', outcome: 'done', target: user_id, count: changeCount })
}

/** Creates the missing teams of the groups with the prefix. An existing team of the same name is not attached to the group: an administrator does that. */
async function createTeamsOfGroups(trx: Db, groups: readonly string[], prefix: string): Promise<void> {
  const namedGroups = groups
    .filter((group) => group.startsWith(prefix) && group.length <= limits.groupName)
    .map((group_name) => ({ group_name, name: group_name.slice(prefix.length).trim() }))
    .filter(({ name }) => name !== '' && name.length <= limits.name && !/[\p{Cc}\u2028\u2029]/u.test(name))
    .slice(0, maxCreatedTeams)
    // Inserted in one order, so that two simultaneous sign-ins do not deadlock.
    .toSorted((a, b) => (a.group_name < b.group_name ? -1 : 1))
  if (namedGroups.length === 0) return
  await trx
    .insertInto('team')
    .values(namedGroups)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
