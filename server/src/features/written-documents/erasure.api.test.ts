import { routes } from '@parvis/contract'
import { expect, it } from 'vitest'
import { LlmError } from '../../platform/llm/port.ts'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import { unzip } from '../rights/rights.fixture.ts'

const { chat, conversations, grants, proposals, rights, writtenDocuments, writtenVersions } = routes

/** Ends the reply of the model; null while none is running. */
let endReply: ((text: string) => void) | null = null
const app = openTestApp({
  llm: {
    async complete(request) {
      const text = await new Promise<string>((resolve, reject) => {
        endReply = resolve
        request.signal.addEventListener('abort', () => reject(new LlmError('llm.aborted')))
      })
      request.onDelta(text)
      return { finish: 'stop', model: 'essai', usage: null }
    },
  },
})
const { ana, bruno } = people(app, { ana: {}, bruno: {} })

it('the account of the owner is deleted while a colleague writes: every call answers 404, and no copy is left', async () => {
  const made = { title: 'Pervenche', markdown: 'Texte de pervenche.' }
  const { id, blocks } = (await app.call(writtenDocuments.create, { token: ana.token, body: made })).body
  const shared = { grants: [{ subject: 'user' as const, id: bruno.id, level: 'edit' as const }] }
  await app.call(grants.set, { token: ana.token, params: { kind: 'written_document', id }, body: shared })
  const write = (text: string) =>
    app.call(writtenDocuments.update, { token: bruno.token, params: { id }, body: { blocks: [{ ...blocks[0]!, text: `${text} de Bruno` } as never] } })
  expect((await write('Texte')).status).toBe(200)
  await app.call(writtenVersions.name, { token: bruno.token, params: { id }, body: { name: 'De Bruno' } })
  expect(Object.keys(await unzip((await app.call(rights.download, { token: bruno.token })).bytes))).toContain('documents-rediges.json')

  // A reply about the document is being written, and saves follow each other, when the account goes.
  const conversation_id = (await app.call(conversations.findOrCreate, { token: bruno.token, body: {} })).body.id
  const question = { conversation_id, written_document_id: id, messageHistory: [{ role: 'user' as const, content: 'Change' }] }
  const reply = app.call(chat.stream, { token: bruno.token, body: question })
  await expect.poll(() => endReply).not.toBeNull()
  const writing = Promise.all(Array.from({ length: 8 }, (_, at) => write(`Tour ${at}`)))
  const leaving = app.call(rights.deleteOwnAccount, { token: ana.token, body: { password: ana.password, shared_documents: 'keep' } })
  expect((await leaving).status).toBe(200)
  expect((await writing).map(({ status }) => status).filter((status) => status !== 200 && status !== 404)).toEqual([])
  endReply!('@@ supprimer 1')
  expect((await reply).status).toBe(200)

  const { token } = bruno
  const params = { id }
  const answers = [
    await app.call(writtenDocuments.get, { token, params }),
    await write('Encore'),
    await app.call(writtenVersions.list, { token, params }),
    await app.call(writtenVersions.name, { token, params, body: { name: 'Perdue' } }),
    await app.call(proposals.list, { token, params }),
    await app.call(chat.stream, { token, body: question }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  for (const table of ['written_document', 'written_document_version', 'written_document_request', 'written_document_proposal'] as const)
    expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([])
  expect(JSON.parse((await unzip((await app.call(rights.download, { token })).bytes))['documents-rediges.json']!.toString())).toEqual([])
  expect(app.logs.filter((line) => /"level":[56]0/.test(line))).toEqual([])
})
