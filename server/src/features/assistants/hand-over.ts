import type { NamedPerson } from '@parvis/contract'
import { sql } from 'kysely'
import { isForeignKeyViolation } from '../../platform/db/errors.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { nextUpdateSql } from '../../platform/errors/stale-write.ts'
import type { Caller, Context } from '../../context.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import { mailLater } from '../auth/concurrency-limits.ts'
import { countAssistantFiles } from './files.ts'
import { lockAssistant } from './write-assistant.ts'
import { findPerson } from '../teams/find-person.ts'
import { personName } from '../teams/queries.ts'
import { lockSharedAssistant } from './suspension.ts'
import { inTransaction } from '../../platform/db/retry-transaction.ts'

type HandedOver = { id: string; name: string; heir: string; left_files: number }

/**
 * Gives an assistant of the caller to the active account that `to` names, and notifies both people by mail. Its pending proposals are deleted. A trigger
 * detaches its files, which stay the caller's documents.
 * @returns `left_files`: number of detached files
 * @throws {AppError} `request.not_found`, `teams.person_unknown`, `grants.to_oneself`, `own_assistants.heir_quota`
 */
export function handOver(context: Context, caller: Caller, id: string, to: NamedPerson): Promise<HandedOver> {
  return transferAssistant(context, caller, to, async (trx) => ({ id, owner_id: caller.id, name: (await lockAssistant(trx, id, caller.id)).name }))
}

/**
 * Gives an assistant that others may use, and whose owner's account is deactivated, to the active account that `to` names.
 * @throws {AppError} `own_assistants.owner_active`, as `handOver`
 */
export function handOverFor(context: Context, caller: Caller, id: string, to: NamedPerson): Promise<HandedOver> {
  return transferAssistant(context, caller, to, async (trx) => {
    const assistant = await lockSharedAssistant(trx, id)
    const owner = await trx.selectFrom('app_user').where('id', '=', assistant.owner_id).select('is_active').executeTakeFirst()
    if (owner?.is_active !== false) throw new AppError('own_assistants.owner_active')
    return assistant
  })
}

type HandedAssistant = { id: string; name: string; owner_id: string }

async function transferAssistant(context: Context, caller: Caller, to: NamedPerson, lock: (trx: Db) => Promise<HandedAssistant>): Promise<HandedOver> {
  // Checked before the recipient is looked up: a caller who may not give the assistant learns nothing about accounts.
  await inTransaction(context.db, lock)
  const heir = await findPerson(context, caller.id, to)
  const work = inTransaction(context.db, async (trx) => {
    const assistant = await lock(trx)
    if (assistant.owner_id === heir.id) throw new AppError('grants.to_oneself')
    const left_files = await countAssistantFiles(trx, assistant.id)
    // An owner needs no grant. Proposals are deleted: the new owner decides whether to propose the assistant.
    await trx.deleteFrom('access_grant').where('assistant_id', '=', assistant.id).where('user_id', '=', heir.id).execute()
    await trx.deleteFrom('assistant_proposal').where('assistant_id', '=', assistant.id).execute()
    await trx
      .updateTable('assistant')
      .set({ owner_id: heir.id, updated_at: nextUpdateSql(context.now()) })
      .where('id', '=', assistant.id)
      .execute()
    return { ...assistant, left_files }
  })
  const transferred = await work.catch((error: unknown) => {
    // The recipient's account was deleted meanwhile.
    if (isForeignKeyViolation(error)) throw new AppError('teams.person_unknown', {}, { cause: error })
    // PA011: the database's quota, here that of another person.
    throw (error as { code?: unknown }).code === 'PA011' ? new AppError('own_assistants.heir_quota', {}, { cause: error }) : error
  })
  notifyBoth(context, transferred, heir)
  return { id: transferred.id, name: transferred.name, heir: heir.name, left_files: transferred.left_files }
}

function notifyBoth(context: Context, { name, owner_id, left_files }: HandedAssistant & { left_files: number }, heir: { id: string; name: string }): void {
  mailLater(context, 'due', 'mail of an assistant handed over', async () => {
    const { rows } = await sql<{ id: string; email: string; name: string }>`
      select u.id, u.email, ${personName} as name from app_user u where u.id in (${owner_id}, ${heir.id})`.execute(context.db)
    const formerOwner = rows.find(({ id }) => id === owner_id)?.name ?? 'Quelqu’un'
    for (const { id, email } of rows) await context.mailer.send({ to: email, subject: 'Un assistant a changé de propriétaire', text: letterOf(id === heir.id) })

    function letterOf(isHeir: boolean): string {
      const what = isHeir
        ? `L’assistant «\u00a0${name}\u00a0», qui était à ${formerOwner}, est maintenant à vous. Vous le trouverez dans «\u00a0Mes assistants\u00a0», où vous pouvez le modifier, le transmettre ou le supprimer.`
        : `L’assistant «\u00a0${name}\u00a0», qui était à vous, est maintenant à ${heir.name}. Vos conversations avec lui restent.${left_files > 0 ? ' Ses fichiers n’en font plus partie\u00a0: ils sont restés vos documents.' : ''}`
      return `Bonjour,\n\n${what}\n\n${context.publicUrl()}/mes-assistants\n`
    }
  })
}
