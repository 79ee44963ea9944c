import { routes } from '@parvis/contract'
import { describe, expect, it } from 'vitest'
import { createMasking } from '../../masking/masking.ts'
import { openChatBench } from '../../testing/chat-bench.ts'
import { people } from '../../testing/open-test-app.ts'

const { masking } = routes

const bench = openChatBench({ config: { masking: { mode: 'masquer', belowLevel: null, keep: ['Marie Curie'], filePatterns: [] } } })
const { ana, bob } = people(bench.app, { ana: { is_admin: true, first_name: 'Ana', last_name: 'Martin' }, bob: {} })

const sent = () => bench.model.requests.flatMap(({ body }) => body.messages ?? [])
const lastSent = () => bench.model.requests.at(-1)!.body.messages!
const lastQuestion = () => lastSent().at(-1)!.content
const maskingOf = async (id: string) => (await bench.app.call(masking.get, { params: { id }, token: ana.token })).body
const choose = (id: string, body: object) => bench.app.call(masking.update, { params: { id }, token: ana.token, body })
const nir = '2 69 05 49 588 157 80'

describe('a question with personal data', () => {
  it('leaves with labels, and its answer comes back with the values', async () => {
    const id = await bench.newConversation(ana)
    const reply = await bench.ask(ana, id, `NIR : ${nir}, tél. 06 39 98 27 43, écrire à a.legoff@exemple.fr, ou au 06 39 98 27 43. mode:echo`)
    const system = lastSent()[0]!
    expect(system.content).toMatch(/étiquettes entre crochets.*vous est masquée/s)
    expect(lastQuestion()).toBe('NIR : [NIR_1], tél. [TELEPHONE_1], écrire à [COURRIEL_1], ou au [TELEPHONE_1]. mode:echo')
    expect(reply.text()).toBe(`NIR : ${nir}, tél. 06 39 98 27 43, écrire à a.legoff@exemple.fr, ou au 06 39 98 27 43. mode:echo`)
    const [question, answer] = await bench.messages(ana, id)
    expect(question!.masked).toEqual([
      { kind: 'nir', label: '[NIR_1]', count: 1 },
      { kind: 'telephone', label: '[TELEPHONE_1]', count: 2 },
      { kind: 'email', label: '[COURRIEL_1]', count: 1 },
    ])
    expect(answer!.content).toBe(reply.text())
    expect(answer!.masked).toEqual(question!.masked)
    expect(await maskingOf(id)).toMatchObject({ mode: 'masquer', is_forced: false, keep: [], add: [] })
    expect((await maskingOf(id)).values.map(({ label, value }) => [label, value])).toEqual([
      ['[NIR_1]', nir],
      ['[TELEPHONE_1]', '06 39 98 27 43'],
      ['[COURRIEL_1]', 'a.legoff@exemple.fr'],
    ])
    const rows = await bench.app.db.selectFrom('masking_label').where('conversation_id', '=', id).selectAll().execute()
    // With the names of the profile.
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['email', 'nir', 'personne', 'personne', 'telephone'])
    expect(JSON.stringify(rows)).not.toMatch(/2690549|0639|legoff/)
  })

  it('keeps its labels in the next ones, whatever the model receives of the conversation', async () => {
    const id = await bench.newConversation(ana)
    await bench.ask(ana, id, 'Mon adresse : a.legoff@exemple.fr.')
    await bench.ask(ana, id, 'Celle de mon voisin : y.riou@exemple.fr. mode:echo')
    expect(lastQuestion()).toBe('Celle de mon voisin : [COURRIEL_2]. mode:echo')
    await bench.ask(ana, id, 'Écrivez à A.LeGoff@exemple.fr et à y.riou@exemple.fr. mode:echo')
    expect(lastQuestion()).toBe('Écrivez à [COURRIEL_1] et à [COURRIEL_2]. mode:echo')
    expect(JSON.stringify(lastSent())).not.toMatch(/exemple\.fr/)
    // The first form is restored.
    expect((await bench.messages(ana, id)).at(-1)!.content).toBe('Écrivez à a.legoff@exemple.fr et à y.riou@exemple.fr. mode:echo')
  })

  it('leaves alone what looks like a label when a person types it, and flags one that the model invents', async () => {
    const id = await bench.newConversation(ana)
    await bench.ask(ana, id, 'Écrire à a.legoff@exemple.fr. La case [COURRIEL_1] est vide. mode:echo')
    expect(lastQuestion()).toBe('Écrire à [COURRIEL_1]. La case [DONNEE_1] est vide. mode:echo')
    expect((await bench.messages(ana, id)).at(-1)!.content).toBe('Écrire à a.legoff@exemple.fr. La case [COURRIEL_1] est vide. mode:echo')
  })
})

describe('choices of the person', () => {
  it('are kept for the conversation, and theirs alone', async () => {
    const id = await bench.newConversation(ana)
    await bench.ask(ana, id, 'Appeler le 06 39 98 27 43 pour le dossier rouge.')
    expect((await choose(id, { keep: ['06.39.98.27.43'], add: ['le dossier rouge'] })).body).toMatchObject({
      keep: ['06.39.98.27.43'],
      add: ['le dossier rouge'],
    })
    await bench.ask(ana, id, 'Appeler le 06 39 98 27 43 pour LE DOSSIER ROUGE. mode:echo')
    expect(lastQuestion()).toBe('Appeler le 06 39 98 27 43 pour [DONNEE_1]. mode:echo')
    // The first form is restored.
    expect((await bench.messages(ana, id)).at(-1)!.content).toBe('Appeler le 06 39 98 27 43 pour le dossier rouge. mode:echo')
    expect((await choose(id, { add: [] })).body).toMatchObject({ keep: ['06.39.98.27.43'], add: [] })
    const stranger = await bench.app.call(masking.get, { params: { id }, token: bob.token })
    expect(stranger.status).toBe(404)
  })
})

it('two processes number the values of a conversation without giving one number twice', async () => {
  const id = await bench.newConversation(ana)
  await bench.ask(ana, id, 'Écrivez à a@exemple.fr.')
  const { db, log, secret, config } = bench.app.context
  const newProcess = () => createMasking({ db, log, secret, settings: config.masking }).forRequest({ conversation_id: id, mode: 'masquer' })
  const [one, other] = [newProcess(), newProcess()]
  const maskWith = async (process: typeof one, text: string) => (await process.mask([text], 1))!.texts[0]
  expect(await maskWith(one, 'a@exemple.fr')).toBe('[COURRIEL_1]')
  expect(await Promise.all([maskWith(one, 'b@exemple.fr'), maskWith(other, 'c@exemple.fr')]).then((labels) => labels.toSorted())).toEqual([
    '[COURRIEL_2]',
    '[COURRIEL_3]',
  ])
  for (const value of ['b@exemple.fr', 'c@exemple.fr', 'd@exemple.fr', 'a@exemple.fr'])
    expect(await maskWith(one, value), value).toBe(await maskWith(other, value))
  expect(await maskWith(newProcess(), 'd@exemple.fr')).toBe('[COURRIEL_4]')
})

it('a change proposed to a document has the values, not the labels', async () => {
  const id = await bench.newConversation(ana)
  const body = { title: 'Lettre', kind: 'courrier' as const, markdown: 'Madame,\n\nVotre demande est reçue.', conversation_id: id }
  const document = (await bench.app.call(routes.writtenDocuments.create, { token: ana.token, body })).body
  await bench.ask(ana, id, '@@ remplacer 1\nMadame Anne Le Goff, 06 39 98 27 43,\n@@ fin\nmode:echo')
  expect(lastQuestion()).toContain('[TELEPHONE_1]')
  const { body: found } = await bench.app.call(routes.proposals.list, { token: ana.token, params: { id: document.id } })
  expect(JSON.stringify(found)).toContain('Madame Anne Le Goff, 06 39 98 27 43,')
  expect(JSON.stringify(found)).not.toMatch(/\[(PERSONNE|TELEPHONE)_/)
})

it('nothing of a value is in the logs, the audit trail or the jobs', async () => {
  const id = await bench.newConversation(ana)
  await bench.ask(ana, id, 'NIR 2 69 05 49 588 157 80, Mme Anne Le Goff, secret-unique@exemple.fr. mode:coupure')
  await choose(id, { keep: ['secret-unique@exemple.fr'] })
  await bench.app.call(masking.preview, { token: ana.token, body: { text: 'Mme Anne Le Goff' } })
  const [jobs, events] = await Promise.all([bench.app.db.selectFrom('job').selectAll().execute(), bench.app.db.selectFrom('audit_event').selectAll().execute()])
  expect(JSON.stringify([bench.app.logs, jobs, events])).not.toMatch(/Le Goff|secret-unique|2 69 05|2690549/)
})

it('tells what a text has before it is sent', async () => {
  const text = 'Appeler le 06 39 98 27 43.'
  const { body } = await bench.app.call(masking.preview, { token: ana.token, body: { text } })
  expect(body).toEqual({ mode: 'masquer', is_forced: false, found: [{ kind: 'telephone', start: 11, end: 25, value: '06 39 98 27 43' }] })
  expect(sent().filter(({ content }) => content.includes(text))).toEqual([])
})
