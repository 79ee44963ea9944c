import type { Profile } from '@parvis/contract'
import { sql } from 'kysely'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { nextUpdateSql } from '../../platform/errors/stale-write.ts'
import { chooseOptions, unknownSize } from './options.ts'

const columns = [
  'first_name',
  'last_name',
  'type_collectivite',
  'tranche_effectif',
  'tranche_population',
  'champ_action',
  'fonction',
  'experience_gestion_projet',
  'style_conversationnel',
] as const

/** Reads the nine fields that personalise a person's answers. */
export function readProfile(db: Db, user_id: string): Promise<Profile> {
  return db.selectFrom('app_user').select(columns).where('id', '=', user_id).executeTakeFirstOrThrow()
}

/**
 * Changes the given fields of a profile. The population applies to a commune only (specification, chapter 3): it is reset for other kinds.
 * @throws {AppError} `request.invalid` for a value outside its list
 */
export async function updateProfile(db: Db, user_id: string, changes: Partial<Profile>, now: Date): Promise<Profile> {
  const { chosen, refused } = chooseOptions(changes)
  const sentence = Object.values(refused)[0]
  if (sentence !== undefined) throw new AppError('request.invalid', { fields: refused, sentence })
  const { type_collectivite = null, tranche_population = null, ...others } = chosen
  const type = sql<string>`coalesce(${type_collectivite}, type_collectivite)`
  const population = sql<string>`coalesce(${tranche_population}, tranche_population)`
  return db
    .updateTable('app_user')
    .set({
      ...others,
      type_collectivite: type,
      tranche_population: sql`case when ${type} = 'Commune' then ${population} else ${unknownSize} end`,
      updated_at: nextUpdateSql(now),
    })
    .where('id', '=', user_id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}
