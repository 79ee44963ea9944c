import { sql } from 'kysely'

/**
 * SQL condition: whether a person may share something with a team, by its `sharing` rule; administrators always may. `t` is the team, `me` the person's
 * role in it.
 */
export const canShareWith = sql<boolean>`(t.sharing = 'anyone' or (t.sharing = 'members' and me.role is not null) or me.role = 'manager')`
