import { routes } from '@parvis/contract'
import { AppError, notFound } from '../../platform/errors/app-error.ts'
import { todayInParis } from '../../platform/paris.ts'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { audited } from '../../audit/audited.ts'
import { takeFrom } from '../auth/throttle.ts'
import { openDocumentCategories } from './document-categories.ts'
import { addFiles, addOwnDocuments, listFiles, removeFile } from './files.ts'
import { handOver, handOverFor } from './hand-over.ts'
import { listProposals, propose, publish, readProposal, refuse, withdraw } from './proposals.ts'
import { listAssistants, listCatalogue, listCategories, listOwnAssistants, ownerToChangeFor, readAssistant, readOwnAssistant } from './queries.ts'
import { resume, suspend } from './suspension.ts'
import { changePublished, changeThroughGate, createPublished, isProposalBlocked } from './published-use.ts'
import { throughGate } from './tests/gate.ts'
import { addFavorite, countUse, listFavorites, removeFavorite } from './usage.ts'
import { listVersions, readVersion } from './versions.ts'
import { copyAssistant, createAssistant, removeAssistant, restoreVersion } from './write-assistant.ts'

const { assistants, assistantFavorites, assistantReviews, assistantVersions, ownAssistants, ownAssistantFiles, ownAssistantVersions } = routes

// Rate limit of counted uses: a person opens a few assistants a minute; a script must not inflate the counts.
const uses = { burst: 60, everyMs: 1_000 }

const toNamed = ({ id, name }: { id: string; name: string }) => ({ id, name })

const catalogueHandlers: RouteHandler[] = [
  handle(assistants.categories, ({ context }) => listCategories(context.db)),

  handle(assistants.list, ({ context, caller, query }) => listAssistants(context.db, caller, query)),

  handle(assistants.catalogue, ({ context, caller }) => listCatalogue(context.db, caller)),

  handle(assistants.get, ({ context, caller, params }) => readAssistant(context.db, params.id, caller)),

  handle(assistants.create, (call) => audited(call, 'assistant.create', () => createPublished(call), toNamed)),

  handle(assistants.update, (call) => audited(call, 'assistant.update', () => changePublished(call), toNamed)),

  handle(assistants.remove, async (call) => {
    const { context, params } = call
    await audited(call, 'assistant.remove', () => removeAssistant(context.db, params.id, null), toNamed)
    return { message: 'Assistant supprimé' }
  }),

  handle(assistants.incrementUsage, async ({ context, caller, params }) => {
    const assistant = await readAssistant(context.db, params.id, caller)
    const allowed = await takeFrom(context.db, uses, `use:${caller.id}`, context.now())
    const usage_count = allowed ? await countUse(context.db, params.id) : assistant.usage_count
    if (usage_count === null) throw notFound()
    return { message: 'Utilisation comptée', usage_count }
  }),

  handle(assistantFavorites.list, ({ context, caller }) => listFavorites(context.db, caller.id)),

  handle(assistantFavorites.add, async ({ context, caller, params }) => {
    await readAssistant(context.db, params.id, caller)
    await addFavorite(context.db, caller.id, params.id, context.now())
    return { message: 'Assistant mis en favori' }
  }),

  handle(assistantFavorites.remove, async ({ context, caller, params }) => {
    await removeFavorite(context.db, caller.id, params.id)
    return { message: 'Assistant retiré des favoris' }
  }),
]

const ownHandlers: RouteHandler[] = [
  handle(ownAssistants.list, ({ context, caller }) => listOwnAssistants(context.db, caller.id)),

  handle(ownAssistants.documentCategories, ({ context, caller }) => openDocumentCategories(context.db, caller.id, todayInParis(context))),

  handle(ownAssistants.create, async ({ context, caller, body }) => {
    const { id } = await createAssistant(context, { ...body, is_active: true }, caller.id, caller.id)
    return readOwnAssistant(context.db, caller.id, id)
  }),

  handle(ownAssistants.copy, async ({ context, caller, body }) =>
    readOwnAssistant(context.db, caller.id, await copyAssistant(context, caller, body.assistant_id)),
  ),

  handle(ownAssistants.update, async (call) => {
    const { context, caller, params, body } = call
    const owner_id = await ownerToChangeFor(context.db, caller.id, params.id)
    const change = () => changeThroughGate(call, params.id, owner_id, body)
    if (owner_id === caller.id) await change()
    else if (body.document_category_ids === undefined) await audited(call, 'assistant.update', change, toNamed)
    else throw new AppError('request.invalid', { fields: { document_category_ids: 'Ses documents sont choisis par la personne à qui il appartient' } })
    return readOwnAssistant(context.db, caller.id, params.id)
  }),

  handle(ownAssistants.remove, async ({ context, caller, params }) => {
    const { name } = await removeAssistant(context.db, params.id, caller.id)
    return { message: `L’assistant «\u00a0${name}\u00a0» est supprimé.` }
  }),

  handle(ownAssistants.propose, async ({ context, caller, params, body }) => {
    await propose(context, caller, params.id, body)
    return readOwnAssistant(context.db, caller.id, params.id)
  }),

  handle(ownAssistants.withdraw, async ({ context, caller, params }) => {
    await withdraw(context, caller.id, params.id, params.proposal_id)
    return readOwnAssistant(context.db, caller.id, params.id)
  }),

  handle(ownAssistants.handOver, async (call) => {
    const { context, caller, params, body } = call
    const { name, heir, left_files } = await audited(call, 'assistant.hand_over', () => handOver(context, caller, params.id, body), params.id)
    return { message: `«\u00a0${name}\u00a0» est maintenant à ${heir}.${filesLeft(left_files, 'vos documents')}` }
  }),
]

const fileHandlers: RouteHandler[] = [
  handle(ownAssistantFiles.list, async ({ context, caller, params }) => ({ documents: await listFiles(context, caller, params.id) })),

  handle(ownAssistantFiles.add, ({ context, caller, params, upload }) => addFiles(context, caller, params.id, upload!)),

  handle(ownAssistantFiles.addDocuments, async ({ context, caller, params, body }) => ({
    documents: await addOwnDocuments(context, caller, params.id, body.documents),
  })),

  handle(ownAssistantFiles.remove, async ({ context, caller, params }) => {
    await removeFile(context.db, caller.id, params.id, params.document_id)
    return { message: 'Fichier retiré de l’assistant' }
  }),
]

const versionHandlers: RouteHandler[] = [
  handle(assistantVersions.list, ({ context, params }) => listVersions(context.db, params.id)),

  handle(assistantVersions.get, ({ context, params }) => readVersion(context.db, params.id, Number(params.number))),

  handle(assistantVersions.restore, (call) =>
    audited(call, 'assistant.restore', () => restoreVersion(call.context, call.params.id, Number(call.params.number), call.caller.id), call.params.id),
  ),

  handle(ownAssistantVersions.list, ({ context, caller, params }) => listVersions(context.db, params.id, caller.id)),

  handle(ownAssistantVersions.get, ({ context, caller, params }) => readVersion(context.db, params.id, Number(params.number), caller.id)),

  handle(ownAssistantVersions.restore, ({ context, caller, params }) => restoreVersion(context, params.id, Number(params.number), caller.id, caller.id)),
]

const reviewHandlers: RouteHandler[] = [
  handle(assistantReviews.list, ({ context, caller }) => listProposals(context.db, caller)),

  handle(assistantReviews.get, ({ context, caller, params }) => readProposal(context.db, caller, params.id)),

  handle(assistantReviews.publish, async (call) => {
    const { context, caller, params, body } = call
    const { assistant_id: id, name: proposed, updated_at } = await readProposal(context.db, caller, params.id)
    // A text that changed since it was read is refused by the publication: no answer is kept for it.
    if (updated_at === body.expected_updated_at && (await isProposalBlocked(call, { id, name: proposed }, body.use)))
      return {
        message: `«\u00a0${proposed}\u00a0» n’est pas encore publié\u00a0: un second administrateur confirme d’abord son usage, dans le registre des usages.`,
      }
    const gated = { id, owner_id: undefined, reason: body.gate_reason, isPublished: true }
    const work = () => throughGate(call, gated, () => publish(context, caller, params.id, body.expected_updated_at))
    const { name, team, left_files } = await audited(call, 'assistant.publish', work, toNamed)
    const to = team === null ? 'Il est à l’organisation, et ouvert à tous.' : `Il est ouvert au service «\u00a0${team}\u00a0».`
    return { message: `«\u00a0${name}\u00a0» est publié. ${to}${filesLeft(left_files, 'les documents de la personne à qui il était')}` }
  }),

  handle(assistantReviews.refuse, async (call) => {
    const { context, caller, params, body } = call
    const { name } = await audited(call, 'assistant.refuse', () => refuse(context, caller, params.id, body.reason), toNamed)
    return { message: `«\u00a0${name}\u00a0» n’est pas publié. La personne qui l’a proposé lira votre motif.` }
  }),

  handle(assistantReviews.suspend, async (call) => {
    const { context, params, body } = call
    const { name } = await audited(call, 'assistant.suspend', () => suspend(context, params.id, body.reason), toNamed)
    return { message: `«\u00a0${name}\u00a0» est suspendu. Son propriétaire lira votre motif.` }
  }),

  handle(assistantReviews.resume, async (call) => {
    const { name } = await audited(call, 'assistant.resume', () => resume(call.context, call.params.id), toNamed)
    return { message: `La suspension de «\u00a0${name}\u00a0» est levée.` }
  }),

  handle(assistantReviews.handOver, async (call) => {
    const { context, caller, params, body } = call
    const { name, heir, left_files } = await audited(call, 'assistant.hand_over', () => handOverFor(context, caller, params.id, body), toNamed)
    return { message: `«\u00a0${name}\u00a0» est maintenant à ${heir}.${filesLeft(left_files, 'les documents de la personne à qui il était')}` }
  }),
]

export const assistantsHandlers: RouteHandler[] = [...catalogueHandlers, ...ownHandlers, ...fileHandlers, ...versionHandlers, ...reviewHandlers]

/** Returns the sentence about detached files after a change of owner; empty if there were none. @param owner « vos documents », « les documents de … » */
function filesLeft(count: number, owner: string): string {
  if (count === 0) return ''
  return count === 1
    ? ` Son fichier ne l’a pas suivi\u00a0: il reste dans ${owner}.`
    : ` Ses ${count}\u00a0fichiers ne l’ont pas suivi\u00a0: ils restent dans ${owner}.`
}
