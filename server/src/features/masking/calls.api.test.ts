import { routes, type ChatAction, type Message } from '@parvis/contract'
import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLevelsBench, newAssistant, type LevelsBench } from '../../testing/levels-bench.ts'
import type { TestUser } from '../../testing/test-users.ts'
import { callV1, newKey } from '../api-keys/api-keys.fixture.ts'
import { addToLibrary, fileForm } from '../documents/documents.fixture.ts'

// Each text that a model server or an embeddings server receives, whatever feature sends it, with personal data in every place where a person may write.

const { assistantTestCases, assistantTestRuns, chat, comparisons, conversations, library, projects, writtenDocuments } = routes

let bench: LevelsBench
let ana: TestUser
let assistant_id = ''
let project_id = ''
beforeAll(async () => {
  bench = await createLevelsBench([1], 1, { masking: { mode: 'masquer', belowLevel: null, keep: [], filePatterns: [] } })
  ana = await bench.app.createUser({ is_admin: true, first_name: 'Solène', last_name: 'Kerbrat' })
  assistant_id = await newAssistant(bench, ana.token, { prompt_content: 'Vous aidez. Le secrétariat est au 06 39 98 27 41.' })
  const body = { name: 'Dossier de Mme Anne Le Goff', content: 'Demande de M. Yann Riou, y.riou@exemple.fr.' }
  project_id = (await bench.app.call(projects.create, { token: ana.token, body })).body.id
})
afterAll(() => bench.close())

/** Every personal datum of these tests, as it must not leave. */
const gold = /Kerbrat|Solène|Le Goff|Riou|Aurégan|Salaün|exemple\.fr|06 39 98|07 00 00|2 69 05 49/
const letter = 'Mme Maëlle Aurégan, m.auregan@exemple.fr, 07 00 00 12 34, NIR 2 69 05 49 588 157 80'

const sent = () => [
  ...bench.servers.flatMap(({ requests }) => requests.map(({ body }) => JSON.stringify(body.messages))),
  ...bench.embeddings.requests.map(({ input }) => JSON.stringify(input)),
]
const turn = (content: string) => ({ messageHistory: [{ role: 'user' as const, content }] })
const converse = async (body: object = {}) => (await bench.app.call(conversations.findOrCreate, { token: ana.token, body })).body.id
const stream = async (conversation_id: string | null, body: object) => {
  const answer = await bench.app.call(chat.stream, {
    token: ana.token,
    headers: { accept: 'text/event-stream' },
    body: { conversation_id, messageHistory: [], ...body },
  })
  expect(answer.status, answer.text).toBe(200)
}
const ask = (id: string | null, content: string, body: object = {}) => stream(id, { ...turn(content), ...body })
const messagesOf = async (id: string): Promise<Message[]> => (await bench.app.call(conversations.get, { token: ana.token, params: { id } })).body.messages
const attach = async (id: string, name: string, text: string) => {
  await bench.app.call(conversations.addFiles, { token: ana.token, params: { id }, form: fileForm(name, text, {}, 'document') })
  await bench.app.context.worker.drain()
}
const guided = () => converse({ assistant_id, project_id })
const fileText = `Compte rendu.\n\nMme Anne Le Goff (06 39 98 27 43) demande un logement : FAIT-1 pour Anne Le Goff.\n\nM. Yann Riou, y.riou@exemple.fr, répond : FAIT-2 pour Yann Riou.`

/** One question of each action of a saved conversation: an action that the contract adds must be tried here. */
const actions: Record<ChatAction, () => Promise<void>> = {
  send: async () => {
    const id = await guided()
    await attach(id, 'Courrier de Mme Nolwenn Salaün.md', fileText)
    await ask(id, `Que demande la personne ? ${letter}`)
    await ask(id, 'Qui répond ?')
  },
  opening: async () => stream(await guided(), { action: 'opening' }),
  regenerate: async () => {
    const id = await guided()
    await ask(id, letter)
    await stream(id, { action: 'regenerate' })
    await stream(id, { action: 'regenerate', rewrite: 'formal' })
  },
  edit: async () => {
    const id = await guided()
    await ask(id, letter)
    await ask(id, `Encore : ${letter}`, { action: 'edit', message_id: (await messagesOf(id))[0]!.id })
  },
  continue: async () => {
    const id = await guided()
    await ask(id, `${letter} mode:coupure`)
    await stream(id, { action: 'continue' })
  },
}

const readWhole = async (request: string) => {
  const id = await converse()
  const lines = Array.from(
    { length: 150 },
    (_, at) => `Page ${at}. Mme Anne Le Goff (06 39 98 27 43) : FAIT-${1_000 + at} intéresse M. Yann Riou, y.riou@exemple.fr.`,
  )
  await attach(id, 'Dossier de M. Yann Riou.md', lines.join('\n\n'))
  await ask(id, request)
}
const writeDocument = async () => {
  const id = await converse()
  const markdown = `Madame Le Goff,\n\n${letter}`
  await bench.app.call(writtenDocuments.create, { token: ana.token, body: { title: 'Lettre à Anne Le Goff', kind: 'courrier', markdown, conversation_id: id } })
  await ask(id, 'Raccourcissez ce courrier.')
}
const runTests = async () => {
  const params = { id: assistant_id }
  const expectations = [{ kind: 'min_words' as const, words: 1 }]
  const judge = 'La réponse nomme Mme Anne Le Goff.'
  const added = await bench.app.call(assistantTestCases.create, { token: ana.token, params, body: { question: letter, judge, expectations } })
  expect(added.status, added.text).toBe(201)
  const model_ids = [bench.app.context.models.list[0]!.id]
  expect((await bench.app.call(assistantTestRuns.start, { token: ana.token, params, body: { model_ids, judge: true } })).status).toBe(201)
  await bench.app.context.worker.drain()
}
const libraryQuestion = async () => {
  await addToLibrary(bench.app, ana, 'Aides de Mme Anne Le Goff.md', fileText, { category: 'Aides' })
  const body = { message: `Que demande Mme Anne Le Goff ? ${letter}`, category: 'Aides' }
  expect((await bench.app.call(library.ask, { token: ana.token, body: { message: body.message } })).status).toBe(200)
  expect((await bench.app.call(chat.libraryStream, { token: ana.token, body })).status).toBe(200)
}
const documentSearch = async () => {
  const { id: document_id } = await addToLibrary(bench.app, ana, 'Logement.md', fileText, { category: 'Logement' })
  const id = await converse({ documents: [document_id] })
  await bench.app.call(chat.libraryStream, { token: ana.token, body: { conversation_id: id, message: `Que demande-t-elle ? ${letter}` } })
}
const compare = async () => {
  const { id: before } = await addToLibrary(bench.app, ana, 'avant.md', `Bail de Mme Anne Le Goff : 300 euros.\n\nFin.`)
  const { id: after } = await addToLibrary(bench.app, ana, 'après.md', `Bail de M. Yann Riou : 400 euros.\n\nFin.`)
  expect((await bench.app.call(comparisons.summary, { token: ana.token, body: { before, after } })).status).toBe(200)
}
const completeByKey = async () => {
  const { value } = await newKey(bench.app, ana)
  const messages = [{ role: 'system', content: `Vous aidez Mme Anne Le Goff.` }, ...[letter, letter].map((content) => ({ role: 'user', content }))]
  expect((await callV1(bench.app, value, '/chat/completions', { model: assistant_id, messages })).status).toBe(200)
}
const unsaved = async () => {
  await ask(null, letter, { assistant_id, project_id })
  expect((await bench.app.call(chat.simple, { token: ana.token, body: { message: letter } })).status).toBe(200)
}

/** Calls through each file that asks a model or an embeddings server for something. */
const callers: Record<string, () => Promise<void>> = {
  'features/assistant-tests/runs/ask.ts': runTests,
  'features/assistant-tests/runs/judge.ts': runTests,
  'features/assistant-tests/runs/obtain-answer.ts': runTests,
  'features/chat/routes.ts': async () => {
    await unsaved()
    await writeDocument()
  },
  'features/comparison/summary.ts': compare,
  'features/full-reading/notes/condense-notes.ts': () => readWhole('Liste tous les noms du document.'),
  'features/full-reading/parts/read-parts.ts': () => readWhole('Résume tout le document.'),
  'features/full-reading/write-full-reading.ts': () => readWhole('Traduis le document en anglais.'),
  'features/library/answer.ts': libraryQuestion,
  'features/library/routes.ts': documentSearch,
  'features/openai-api/completions.ts': completeByKey,
  'replies/write.ts': () => actions.send(),
  'retrieval/embed-passages.ts': libraryQuestion,
  'retrieval/question-vector.ts': libraryQuestion,
}

/** Returns what a call sends: texts with personal data, and whether one has labels. */
async function sentBy(call: () => Promise<void>): Promise<{ leaks: string[]; hasLabels: boolean }> {
  const before = sent().length
  await call()
  const texts = sent().slice(before)
  return { leaks: texts.filter((text) => gold.test(text)), hasLabels: texts.some((text) => /\[(PERSONNE|COURRIEL|TELEPHONE)/.test(text)) }
}

it.each([...Object.entries(actions), ...Object.entries(callers)])('nothing leaves unmasked: %s', async (_name, call) => {
  expect(await sentBy(call)).toEqual({ leaks: [], hasLabels: true })
})

it('a surname alone in a passage is found by the full name elsewhere in its file', async () => {
  const id = await converse()
  const filler = (subject: string) => `Le règlement de la ${subject} fixe les horaires, les tarifs et les conditions d’accès du public. `.repeat(30)
  const text = `# Présents\n\nMme Gwenn Salaün.\n\n${filler('piscine')}\n\n# Cantine\n\n${filler('cantine')}\n\nSalaün propose un repas végétarien à la cantine.`
  await attach(id, 'Compte rendu.md', text)
  const before = sent().length
  await ask(id, 'Qui propose un repas végétarien à la cantine ?')
  const texts = sent().slice(before)
  expect(texts.some((sentText) => sentText.includes('propose un repas végétarien'))).toBe(true)
  expect(texts.filter((sentText) => sentText.includes('Salaün'))).toEqual([])
})

it('every file that calls a model or an embeddings server is tried above', () => {
  const source = new URL('../../', import.meta.url).pathname
  const calls = /\b(?:startUnsavedReply|sendMessage|completeWithUsage|askWithRetry|judgeAnswer|embeddings\.embed|llm\.complete)\(/
  const files = globSync('{features,replies,retrieval}/**/*.ts', { cwd: source }).filter((file) => !/\.(test|fixture)\.ts$/.test(file))
  const found = files.filter((file) =>
    readFileSync(`${source}${file}`, 'utf8')
      .split('\n')
      .some((line) => calls.test(line) && !/^\s*(export )?(async )?function |^\s*\*/.test(line)),
  )
  // The counter of tokens, through which the others pass.
  expect(found.filter((file) => file !== 'replies/usage.ts').toSorted()).toEqual(Object.keys(callers))
})
