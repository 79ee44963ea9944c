import { routes } from '@parvis/contract'
import { openParts } from '@parvis/office-writing/fixtures'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { unzip } from '../rights/rights.fixture.ts'

const { chat, conversations, grants, rights, textReviews, users, writtenDocuments, writtenFiles } = routes
const app = openTestApp()
const { admin, ana, bea } = people(app, { admin: { is_admin: true }, ana: { first_name: 'Ana', last_name: 'Le Goff' }, bea: {} })

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')
const textsOf = async (query: object, who: TestUser = ana) => (await app.call(textReviews.list, { token: who.token, query: query as never })).body.texts
const mark = (body: object, who: TestUser = ana) =>
  app.call(textReviews.create, { token: who.token, body: { capacity: 'la direction générale', ...body } as never })

async function ask(question = 'Bonjour') {
  const { id } = (await app.call(conversations.findOrCreate, { token: ana.token, body: {} })).body
  await app.call(chat.stream, { token: ana.token, body: { conversation_id: id, messageHistory: [{ role: 'user', content: question }] } })
  const read = async () => (await app.call(conversations.get, { token: ana.token, params: { id } })).body.messages
  const reply = (await read()).at(-1)!
  return { id, reply, read }
}

describe('a review of an answer', () => {
  it('has the digest of its text, the capacity and the date, and shows with the answer', async () => {
    const { id, reply, read } = await ask()
    const [text] = await textsOf({ message_id: reply.id })
    expect(text).toMatchObject({ digest: sha256(reply.content), is_generated: true, models: ['demonstration'], reviews: [] })
    expect((await read()).at(-1)).not.toHaveProperty('reviews')
    const { status, body } = await mark({ message_id: reply.id, digest: text!.digest })
    expect([status, body]).toMatchObject([
      201,
      { reviewer: 'Ana Le Goff', is_own: true, capacity: 'la direction générale', digest: text!.digest, is_current: true },
    ])
    expect((await read()).at(-1)!.reviews).toMatchObject([{ id: body.id, is_current: true }])
    expect((await textsOf({ conversation_id: id })).map(({ message_id, reviews }) => [message_id, reviews.length])).toEqual([[reply.id, 1]])
  })

  it('is one per person and text: marking again replaces the capacity; withdrawn, it is gone, and the trail keeps both', async () => {
    const { reply } = await ask()
    const digest = sha256(reply.content)
    const [one, two] = await Promise.all([mark({ message_id: reply.id, digest }), mark({ message_id: reply.id, digest })])
    expect([one.status, two.status, one.body.id === two.body.id]).toEqual([201, 201, true])
    await mark({ message_id: reply.id, digest, capacity: 'la mairie' })
    const [text] = await textsOf({ message_id: reply.id })
    expect(text!.reviews.map(({ capacity }) => capacity)).toEqual(['la mairie'])
    expect((await app.call(textReviews.remove, { token: bea.token, params: { id: one.body.id } })).status).toBe(404)
    expect((await app.call(textReviews.remove, { token: ana.token, params: { id: one.body.id } })).status).toBe(200)
    expect((await textsOf({ message_id: reply.id }))[0]!.reviews).toEqual([])
    const trail = await app.db.selectFrom('audit_event').where('target_name', '=', `SHA-256 ${digest}`).orderBy('seq').select(['act', 'outcome']).execute()
    expect(trail.at(0)).toEqual({ act: 'text_review.create', outcome: 'done' })
    expect(trail.filter(({ act }) => act === 'text_review.remove').at(-1)).toEqual({ act: 'text_review.remove', outcome: 'done' })
  })

  it('is refused for another text than the one that was read, another person’s, a question, and without a capacity', async () => {
    const { reply, read } = await ask()
    const digest = sha256(reply.content)
    const codes = async (body: object, who = ana) => {
      const { status, error } = await mark(body, who)
      return [status, error.code]
    }
    expect(await codes({ message_id: reply.id, digest: sha256('autre') })).toEqual([409, 'text_reviews.changed'])
    expect(await codes({ message_id: reply.id, digest }, bea)).toEqual([404, 'request.not_found'])
    expect(await codes({ message_id: (await read())[0]!.id, digest })).toEqual([404, 'request.not_found'])
    expect(await codes({ message_id: reply.id, digest, capacity: ' ' })).toEqual([422, 'request.invalid'])
    expect(await codes({ message_id: reply.id, written_document_id: reply.id, digest })).toEqual([422, 'request.invalid'])
    expect(await codes({ digest })).toEqual([422, 'request.invalid'])
  })

  it('is void once the text has changed', async () => {
    const { reply } = await ask()
    await mark({ message_id: reply.id, digest: sha256(reply.content) })
    await app.db
      .updateTable('message')
      .set({ content: `${reply.content} Et davantage.` })
      .where('id', '=', reply.id)
      .execute()
    const [text] = await textsOf({ message_id: reply.id })
    expect(text!.reviews).toMatchObject([{ is_current: false, digest: sha256(reply.content) }])
    expect(text!.digest).toBe(sha256(`${reply.content} Et davantage.`))
  })
})

describe('a review of a written document', () => {
  const make = async (body: object = {}) =>
    (await app.call(writtenDocuments.create, { token: ana.token, body: { title: 'Note', markdown: 'Un **texte**.', ...body } as never })).body
  const exported = async (id: string, format: 'docx' | 'odt', who: TestUser = ana) => {
    const { status, bytes } = await app.call(writtenFiles.export, { token: who.token, params: { id }, query: { format } })
    expect(status).toBe(200)
    return openParts(new Uint8Array(bytes))
  }
  const decode = (xml: string) => xml.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"')
  /** Reads the custom properties of a file as a script of anybody would. */
  function propertiesOf(parts: Record<string, string>): Record<string, string> {
    const found = parts['docProps/custom.xml']
      ? parts['docProps/custom.xml'].matchAll(/ name="([^"]*)"><vt:lpwstr>([^<]*)</g)
      : parts['meta.xml']!.matchAll(/<meta:user-defined meta:name="([^"]*)"[^>]*>([^<]*)</g)
    return Object.fromEntries([...found].map(([, name, value]) => [name!, decode(value!)]))
  }
  const wordsOf = (parts: Record<string, string>) => (parts['word/document.xml'] ?? parts['content.xml'])!.replace(/<[^>]*>/g, '')

  it.each(['docx', 'odt'] as const)('is in the text and the properties of its %s, then void once the text changes', async (format) => {
    const { id: conversation_id } = await ask()
    const { id, updated_at, blocks } = await make({ conversation_id })
    const unreviewed = await exported(id, format)
    expect(wordsOf(unreviewed)).toContain('sans relecture humaine enregistrée (règlement (UE) 2024/1689, article 50, paragraphe 4)')
    const digest = sha256('Note\nUn texte.')
    expect(propertiesOf(unreviewed)).toMatchObject({ 'Parvis.origine': 'intelligence artificielle', 'Parvis.relu': 'non', 'Parvis.empreinte_sha256': digest })

    expect((await mark({ written_document_id: id, digest })).status).toBe(201)
    const reviewed = await exported(id, format)
    expect(wordsOf(reviewed)).toMatch(/Relu par Ana Le Goff, le \d+ \S+ \d{4}, au titre de la direction générale\./)
    expect(wordsOf(reviewed)).toContain(digest)
    expect(wordsOf(reviewed)).not.toContain('sans relecture')
    expect(propertiesOf(reviewed)).toMatchObject({
      'Parvis.relu': 'oui',
      'Parvis.relu_par': 'Ana Le Goff',
      'Parvis.empreinte_relue_sha256': digest,
      'Parvis.empreinte_sha256': digest,
    })

    const changed = blocks.map((block) => ({ ...block, text: 'Un autre texte.' }))
    expect(
      (await app.call(writtenDocuments.update, { token: ana.token, params: { id }, body: { blocks: changed as never, expected_updated_at: updated_at } }))
        .status,
    ).toBe(200)
    const later = await exported(id, format)
    expect(wordsOf(later)).toMatch(/Modifié depuis la relecture de Ana Le Goff, le /)
    expect(propertiesOf(later)).toMatchObject({
      'Parvis.relu': 'modifié depuis la relecture',
      'Parvis.empreinte_relue_sha256': digest,
      'Parvis.empreinte_sha256': sha256('Note\nUn autre texte.'),
    })
  })

  it('of a text of people alone adds nothing to the file until somebody reviews it', async () => {
    const { id } = await make()
    const parts = await exported(id, 'docx')
    expect(wordsOf(parts)).not.toMatch(/Relu|intelligence artificielle/)
    expect(propertiesOf(parts)).toMatchObject({ 'Parvis.origine': 'humaine', 'Parvis.relu': 'non' })
  })

  it('stays generated once its conversation is deleted, or when it took what a model proposed', async () => {
    const { id: conversation_id } = await ask()
    const { id } = await make({ conversation_id })
    await app.call(conversations.remove, { token: ana.token, params: { id: conversation_id } })
    expect((await textsOf({ written_document_id: id }))[0]).toMatchObject({ is_generated: true })
    const { id: own } = await make()
    expect((await textsOf({ written_document_id: own }))[0]).toMatchObject({ is_generated: false, models: [] })
    const version = {
      document_id: own,
      owner_id: ana.id,
      number: 2,
      reason: 'proposition',
      model: 'petit',
      blocks: '[]',
      bytes: 2,
      created_at: app.now(),
    } as const
    await app.db
      .insertInto('written_document_version')
      .values(version as never)
      .execute()
    expect((await textsOf({ written_document_id: own }))[0]).toMatchObject({ is_generated: true, models: ['petit'] })
  })

  it('is made by whoever may read it; once their account is deleted, it says so, and is in no copy but the owner’s', async () => {
    const { id } = await make()
    const digest = sha256('Note\nUn texte.')
    const eve = await app.createUser({ first_name: 'Ève', last_name: 'Martin' })
    expect((await mark({ written_document_id: id, digest }, eve)).status).toBe(404)
    await app.call(grants.set, {
      token: ana.token,
      params: { kind: 'written_document', id },
      body: { grants: [{ subject: 'user', id: eve.id, level: 'use' }] },
    })
    expect((await mark({ written_document_id: id, digest }, eve)).status).toBe(201)
    const copy = await unzip((await app.call(rights.download, { token: eve.token })).bytes)
    expect(JSON.parse(copy['relectures.json']!.toString())).toMatchObject([{ reviewer_id: eve.id, written_document_id: id, digest }])
    expect((await textsOf({ written_document_id: id }))[0]!.reviews).toMatchObject([{ reviewer: 'Ève Martin', is_own: false }])
    expect((await app.call(users.remove, { token: admin.token, params: { id: eve.id }, query: {} })).status).toBe(200)
    expect((await textsOf({ written_document_id: id }))[0]!.reviews).toMatchObject([{ reviewer: null, is_own: false, is_current: true }])
    expect(wordsOf(await exported(id, 'odt'))).toContain('Relu par une personne dont le compte est supprimé, le ')
  })
})
