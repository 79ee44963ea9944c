import { parseArgs } from 'node:util'
import { routes } from '@parvis/contract'
import { AppError } from '../platform/errors/app-error.ts'
import { audited, serverCall } from '../audit/audited.ts'
import type { Context } from '../context.ts'
import { notifyAccountChange } from '../features/auth/account-changes.ts'
import { drawPassword, accountKey } from '../features/auth/keys.ts'
import { replacePassword } from '../features/auth/accounts.ts'
import { deleteIdentities, noIdentityRemoved, notifyRemovedIdentities, type RemovedIdentities } from '../features/auth/oidc/own-identities.ts'
import { clearSecondFactor } from '../features/auth/second-factor/set-up.ts'
import { hashPassword } from '../features/auth/passwords/password-hash.ts'
import { usesProviderOnly } from '../features/users/invite-user.ts'
import { createUser } from '../features/users/manage-users.ts'
import { toAppError } from '../platform/errors/to-app-error.ts'
import { validate } from '../platform/errors/validate.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { adminUsage, OperationError, UsageError } from './errors.ts'
import { moveFiles } from './stored-files/move-files.ts'
import { verifyTrail } from '../audit/verify-trail.ts'
import { countText } from './command.ts'

const options = {
  admin: { type: 'boolean', default: false },
  prenom: { type: 'string', default: '' },
  nom: { type: 'string', default: '' },
  relire: { type: 'boolean', default: false },
  fournisseurs: { type: 'boolean', default: false },
} as const

/**
 * Runs one task typed after `npm run admin --`. The text returned is the only place where a generated password ever appears.
 * @throws {UsageError} when the arguments match no task
 * @throws {OperationError} when the task is refused
 */
export async function runAdminTask(context: Context, args: readonly string[]): Promise<string> {
  const { task, first, second, values } = parseWords(args)
  try {
    if (task === 'create-user' && first !== undefined && second !== undefined) return await createAccount(context, first, second, values)
    if (task === 'reset-password' && first !== undefined && second === undefined) return await resetPassword(context, first, values.fournisseurs)
    if (task === 'verify-audit' && second === undefined) return await verifyAudit(context, first)
    if (task === 'move-files' && (first === 's3' || first === 'dossier') && second === undefined) return await moveFiles(context, first)
    if (task === 'reindex' && first === undefined) return await reindex(context, values.relire)
  } catch (error) {
    const refusal = toAppError(error)
    if (refusal.code === 'users.last_admin')
      throw new OperationError(`${refusal.message} Créez d’abord un autre administrateur\u00a0: create-user, avec --admin.`, { cause: error })
    if (error instanceof AppError)
      throw new OperationError([error.message, ...Object.values(error.details.fields ?? {})].filter(unique).join(' '), { cause: error })
    throw error
  }
  throw new UsageError(adminUsage)
}

function parseWords(words: readonly string[]) {
  try {
    const {
      values,
      positionals: [task, first, second, ...rest],
    } = parseArgs({ args: [...words], options, allowPositionals: true })
    if (rest.length === 0) return { task, first, second, values }
  } catch {
    // Unknown option: the usage lists them.
  }
  throw new UsageError(adminUsage)
}

const unique = (item: string, index: number, all: string[]): boolean => all.indexOf(item) === index

type AccountOptions = { admin: boolean; prenom: string; nom: string }

async function createAccount(context: Context, username: string, email: string, { admin, prenom, nom }: AccountOptions): Promise<string> {
  const password = drawPassword()
  const create = async () =>
    createUser(context, 'operator', validate(routes.users.create.body, { username, email, password, first_name: prenom, last_name: nom, is_admin: admin }))
  const user = await audited(serverCall(context), 'operator.create_user', create, ({ id }) => id)
  const entry = usesProviderOnly(context, admin) ? 'Cette personne se connecte par un fournisseur d’identité, sans mot de passe.' : passwordLine(password)
  return `${admin ? 'Administrateur créé' : 'Compte créé'}\u00a0: ${user.username} (${user.email})\n${entry}`
}

async function resetPassword(context: Context, name: string, dropsIdentities: boolean): Promise<string> {
  const user = await context.db
    .selectFrom('app_user')
    .select(['id', 'username', 'is_active', 'is_admin'])
    .where((eb) => eb.or([eb('username_key', '=', accountKey(name)), eb('email_key', '=', accountKey(name))]))
    .executeTakeFirst()
  if (user === undefined) throw new OperationError(`Aucun compte ne porte le nom ou l’adresse «\u00a0${name}\u00a0».`)
  const password = drawPassword()
  const password_hash = await hashPassword(context, password)
  const change = { user_id: user.id, author: 'operator' } as const
  const reset = () =>
    context.db.transaction().execute(async (transaction) => {
      await replacePassword(transaction, { user_id: user.id, password_hash, weakness: null, author: 'operator' }, context.now())
      // The machine's operator is the last resort of an administrator who has lost their second factor.
      const isCleared = await clearSecondFactor(transaction, user.id, 'operator', context.now())
      return { isCleared, dropped: dropsIdentities ? await deleteIdentities(transaction, change, context.now()) : noIdentityRemoved }
    })
  const call = serverCall(context)
  const { isCleared, dropped } = await audited(call, 'operator.reset_password', reset, user.id)
  notifyAccountChange(context, { user_id: user.id, change: 'password', author: 'operator' })
  await notifyRemovedIdentities(call, change, dropped)
  const cleared = isCleared ? '\nLa double authentification de ce compte est retirée.' : ''
  const inactive = user.is_active ? '' : '\nCe compte est désactivé\u00a0: un administrateur doit l’activer avant qu’il serve.'
  const entry = usesProviderOnly(context, user.is_admin && !dropped.demoted)
    ? 'Cette personne se connecte par un fournisseur d’identité\u00a0: aucun mot de passe n’ouvre son compte.'
    : passwordLine(password)
  return `Mot de passe changé\u00a0: ${user.username}\n${entry}${cleared}${await identitiesSentence(context, user.id, dropped)}${inactive}`
}

/** Text about the account's identity providers, shown to the operator after a password reset: they also give access to the account. */
async function identitiesSentence({ db }: Context, user_id: string, { count, demoted }: RemovedIdentities): Promise<string> {
  if (demoted) return '\nSes fournisseurs d’identité sont retirés, et avec eux le droit d’administrer, qui venait d’eux.'
  if (count > 0) return '\nSes fournisseurs d’identité sont retirés.'
  const identity = await db.selectFrom('identity').select('id').where('user_id', '=', user_id).limit(1).executeTakeFirst()
  return identity === undefined ? '' : '\nUn fournisseur d’identité ouvre toujours ce compte\u00a0: avec --fournisseurs, il est retiré aussi.'
}

const documentsPerTransaction = 100

/**
 * Queues every document for indexing, and retries those that failed. The previous index of each stays in use until the new one is complete. The text
 * already extracted is reused, unless `isReread` asks to read the files again (after an extractor upgrade).
 */
async function reindex(context: Context, isReread: boolean): Promise<string> {
  const count = await audited(serverCall(context), 'operator.reindex', () => queueAll(context, isReread), null, { count: (queued) => queued })
  context.worker.wake()
  if (count === 0) return 'Aucun document à indexer.'
  return `${count} ${count === 1 ? 'document remis' : 'documents remis'} dans la file d’indexation. Le serveur en marche s’en charge\u00a0; l’ancien index sert en attendant.`
}

async function queueAll({ db }: Context, isReread: boolean): Promise<number> {
  const documents = await db.selectFrom('document').select('id').orderBy('created_at').execute()
  for (let index = 0; index < documents.length; index += documentsPerTransaction) {
    const ids = documents.slice(index, index + documentsPerTransaction).map(({ id }) => id)
    await db.transaction().execute(async (transaction) => {
      await transaction.updateTable('document').set({ state: 'en_attente', state_reason: null }).where('id', 'in', ids).where('state', '=', 'echec').execute()
      if (isReread) await transaction.updateTable('document').set({ read_at: null }).where('id', 'in', ids).execute()
      // Documents deleted meanwhile are left out.
      const remaining = await transaction.selectFrom('document').select('id').where('id', 'in', ids).forKeyShare().execute()
      for (const { id } of remaining) await enqueue(transaction, 'index_document', id)
    })
  }
  return documents.length
}

const passwordLine = (password: string): string => `Mot de passe (affiché une seule fois, à changer)\u00a0: ${password}`

/**
 * Verifies the audit trail and returns the result as a sentence.
 * @param text `<seq>:<hash>` noted at a previous verification
 * @throws {OperationError} naming each altered row
 * @throws {UsageError} when `text` has another form
 */
async function verifyAudit(context: Context, text: string | undefined): Promise<string> {
  const checkpoint = text === undefined ? null : readCheckpoint(text)
  const { count, first, last, hash, faults } = await verifyTrail(context.db, checkpoint)
  if (faults.length > 0) throw new OperationError(['Le journal d’audit n’est pas intact\u00a0:', ...faults.map(({ sentence }) => `  ${sentence}`)].join('\n'))
  if (count === 0) return 'Le journal d’audit est vide.'
  return `Le journal d’audit est intact\u00a0: ${countText(count, 'ligne', 'lignes')}, de ${first} à ${last}.\nÀ noter ailleurs\u00a0: ${last}:${hash}`
}

function readCheckpoint(text: string): { seq: number; hash: string } {
  const match = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text)
  if (match === null) throw new UsageError('Attendu\u00a0: le numéro et l’empreinte donnés par une vérification précédente, séparés par deux-points.')
  return { seq: Number(match[1]), hash: match[2]! }
}
