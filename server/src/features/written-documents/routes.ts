import { routes } from '@parvis/contract'
import { audited } from '../../audit/audited.ts'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { placeEndedReplies } from '../written-proposals/place-reply.ts'
import { exportWrittenDocument } from './files/export.ts'
import { importWrittenDocument } from './files/import.ts'
import { acceptProposals, refuseProposals } from './proposals/decide.ts'
import { listProposals } from './proposals/proposals.ts'
import { listWrittenDocuments, pageOfWrittenDocuments, requireWrittenDocument } from './queries.ts'
import { listVersions, nameVersion, readVersion, restoreVersion } from './versions.ts'
import { createWrittenDocument, removeWrittenDocument, updateWrittenDocument } from './write-document.ts'

const { proposals, writtenDocuments, writtenFiles, writtenVersions } = routes

export const writtenDocumentsHandlers: RouteHandler[] = [
  handle(writtenDocuments.list, ({ context, caller, query }) => listWrittenDocuments(context.db, caller.id, query)),
  handle(writtenDocuments.page, ({ context, caller, query }) => pageOfWrittenDocuments(context, caller.id, query)),
  handle(writtenDocuments.create, ({ context, caller, body }) => createWrittenDocument(context, caller.id, body)),
  handle(writtenDocuments.get, async ({ context, caller, params }) => {
    const document = await requireWrittenDocument(context.db, params.id, caller.id)
    // Its number of proposals counts those of replies that have just ended.
    return (await placeEndedReplies(context, params.id)) === 0 ? document : requireWrittenDocument(context.db, params.id, caller.id)
  }),
  handle(writtenDocuments.update, ({ context, caller, params, body }) => updateWrittenDocument(context, params.id, caller.id, body)),
  handle(writtenDocuments.remove, async (call) => {
    const { context, caller, params } = call
    // Audited without its title, which is personal: others may have written in it.
    await audited(call, 'written_document.remove', () => removeWrittenDocument(context, params.id, caller.id), params.id)
    return { message: 'Document supprimé' }
  }),

  handle(writtenVersions.list, ({ context, caller, params }) => listVersions(context.db, params.id, caller.id)),
  handle(writtenVersions.get, ({ context, caller, params }) => readVersion(context.db, params.id, params.version_id, caller.id)),
  handle(writtenVersions.name, ({ context, caller, params, body }) => nameVersion(context, params.id, caller.id, body.name)),
  handle(writtenVersions.restore, ({ context, caller, params, body }) =>
    restoreVersion(context, { document_id: params.id, version_id: params.version_id, person_id: caller.id, ...body }),
  ),

  handle(writtenFiles.import, ({ context, caller, upload, disconnected }) => importWrittenDocument(context, caller, upload!, disconnected)),
  handle(writtenFiles.export, ({ context, caller, params, query, disconnected }) =>
    exportWrittenDocument(context, { ...query, document_id: params.id, person_id: caller.id }, disconnected),
  ),

  handle(proposals.list, ({ context, caller, params }) => listProposals(context, params.id, caller.id)),
  handle(proposals.accept, async ({ context, caller, params, body }) => {
    const decision = { document_id: params.id, person_id: caller.id, ids: [params.proposal_id] }
    const decided = await acceptProposals(context, decision, body.blocks)
    return { proposal: decided.proposals[0]!, document: decided.document }
  }),
  handle(proposals.refuse, async ({ context, caller, params }) => {
    const decided = await refuseProposals(context, { document_id: params.id, person_id: caller.id, ids: [params.proposal_id] })
    return { proposal: decided.proposals[0]!, document: decided.document }
  }),
  handle(proposals.acceptAll, ({ context, caller, params, body }) => acceptProposals(context, { document_id: params.id, person_id: caller.id, ...body })),
  handle(proposals.refuseAll, ({ context, caller, params, body }) => refuseProposals(context, { document_id: params.id, person_id: caller.id, ...body })),
]
