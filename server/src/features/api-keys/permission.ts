import { sql, type RawBuilder } from 'kysely'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/schema/index.ts'

/** SQL condition: a person is a member of a team. */
export const isInTeam = (person_id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from team_member m where m.user_id = ${person_id})`

/** Whether the setting `API_KEYS` lets a person create and use keys. */
export function allowsKeys({ apiKeys }: Pick<Config, 'apiKeys'>, { is_admin, is_in_team }: { is_admin: boolean; is_in_team: boolean }): boolean {
  if (apiKeys === 'services') return is_in_team
  return apiKeys === 'tous' || (apiKeys === 'administrateurs' && is_admin)
}

/** Whether a person may create keys now. */
export async function mayCreateKeys(config: Config, db: Db, { id, is_admin }: { id: string; is_admin: boolean }): Promise<boolean> {
  if (config.apiKeys !== 'services') return allowsKeys(config, { is_admin, is_in_team: false })
  const { rows } = await sql<{ is_in_team: boolean }>`select ${isInTeam(sql`${id}::uuid`)} as is_in_team`.execute(db)
  return rows[0]!.is_in_team
}
