import { routes } from '@parvis/contract'
import { plainLetterhead, toDocx } from '@parvis/office-writing'
import { ownerRule, publicRule, sharedRule, textFile } from '../../testing/matrix/matrix-rule.ts'
import type { AccessRule, MatrixWorld } from '../../testing/matrix/matrix-types.ts'

const { chat, proposals, writtenDocuments, writtenFiles, writtenVersions } = routes

const emptyReport = { title: 'Note', facts: [], date: '2026-11-30T10:00:00Z', dateInWords: '', author: '', description: '', keywords: '', blocks: [] }

/** First version of a document. */
async function firstVersion({ app }: MatrixWorld, id: string) {
  const version = await app.db.selectFrom('written_document_version').where('document_id', '=', id).select('id').executeTakeFirst()
  return { id, version_id: version?.id ?? id }
}

/** An open proposal to write at the beginning of a document. */
async function proposalOn({ app }: MatrixWorld, document_id: string) {
  const after = JSON.stringify([{ id: 'nouveau', kind: 'paragraph', style: 'body', text: 'Un début.' }])
  const isThere = await app.db.selectFrom('written_document').where('id', '=', document_id).select('id').executeTakeFirst()
  if (isThere === undefined) return { id: document_id, proposal_id: document_id }
  const values = { document_id, position: 0, kind: 'insert', state: 'open', before: '[]', after, is_first: true, created_at: new Date() } as const
  const { id } = await app.db.insertInto('written_document_proposal').values(values).returning('id').executeTakeFirstOrThrow()
  return { id: document_id, proposal_id: id }
}

const ofProposal = async ({ id }: { id: string }, world: MatrixWorld) => ({ params: await proposalOn(world, id), body: {} })
const ofProposals = async ({ id }: { id: string }, world: MatrixWorld) => ({
  params: { id },
  body: { ids: [(await proposalOn(world, id)).proposal_id] },
})

/** Access rules of these routes, for the matrix. */
export const rules: AccessRule[] = [
  publicRule(writtenDocuments.list),
  publicRule(writtenDocuments.page),
  publicRule(writtenDocuments.create, { body: { title: 'Note', markdown: 'Un texte.' } }),
  sharedRule('project', 'read', writtenDocuments.create, ({ id }) => ({ body: { title: 'Note', project_id: id } }), { success: 201 }),
  sharedRule('assistant', 'use', writtenDocuments.create, ({ id }) => ({ body: { title: 'Note', assistant_id: id } }), { success: 201 }),
  ownerRule(writtenDocuments.create, 'A’s conversation', async (world) => ({ body: { title: 'Note', conversation_id: (await world.conversation()).id } }), 201),
  sharedRule('writtenDocument', 'read', writtenDocuments.get),
  sharedRule('project', 'read', writtenDocuments.update, async ({ id }, world, who) => ({
    params: { id: await world.own(who, 'writtenDocument') },
    body: { project_id: id },
  })),
  ownerRule(writtenDocuments.update, 'A’s conversation', async (world, who) => ({
    params: { id: await world.own(who, 'writtenDocument') },
    body: { conversation_id: (await world.conversation()).id },
  })),
  sharedRule('writtenDocument', 'write', writtenDocuments.update, ({ id }) => ({ params: { id }, body: { title: 'Prise' } })),
  sharedRule('writtenDocument', 'end', writtenDocuments.remove),

  { route: writtenFiles.import, on: '', make: () => ({ form: textFile('file', 'note.docx', toDocx(emptyReport, plainLetterhead())) }) },
  sharedRule('project', 'read', writtenFiles.import, ({ id }) => ({
    form: textFile('file', 'note.docx', toDocx(emptyReport, plainLetterhead()), { project_id: id }),
  })),
  ownerRule(writtenFiles.import, 'A’s conversation', async (world) => ({
    form: textFile('file', 'note.docx', toDocx(emptyReport, plainLetterhead()), { conversation_id: (await world.conversation()).id }),
  })),
  sharedRule('writtenDocument', 'read', writtenFiles.export),

  sharedRule('writtenDocument', 'read', writtenVersions.list),
  sharedRule('writtenDocument', 'read', writtenVersions.get, async ({ id }, world) => ({ params: await firstVersion(world, id) })),
  sharedRule('writtenDocument', 'write', writtenVersions.name, ({ id }) => ({ params: { id }, body: { name: 'Avant envoi' } })),
  sharedRule('writtenDocument', 'write', writtenVersions.restore, async ({ id }, world) => ({ params: await firstVersion(world, id), body: {} })),

  sharedRule('writtenDocument', 'read', proposals.list),
  sharedRule('writtenDocument', 'write', proposals.accept, ofProposal),
  sharedRule('writtenDocument', 'write', proposals.refuse, ofProposal),
  sharedRule('writtenDocument', 'write', proposals.acceptAll, ofProposals),
  sharedRule('writtenDocument', 'write', proposals.refuseAll, ofProposals),

  sharedRule('writtenDocument', 'write', chat.stream, async ({ id }, world, who) => ({
    body: { conversation_id: await world.own(who, 'conversation'), written_document_id: id, messageHistory: [{ role: 'user', content: 'Plus court' }] },
  })),
  sharedRule(
    'writtenDocument',
    'write',
    chat.libraryStream,
    async ({ id }, world, who) => (
      await world.sharedDocument(),
      { body: { message: 'Horaires ?', category: 'Réglementation', conversation_id: await world.own(who, 'conversation'), written_document_id: id } }
    ),
  ),
]
