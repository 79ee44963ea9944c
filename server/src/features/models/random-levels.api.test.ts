import { routes, type ModelLevel } from '@parvis/contract'
import { expect, it, onTestFinished } from 'vitest'
import { isFullRun } from '../../testing/full-run.ts'
import { makeDue } from '../documents/documents.fixture.ts'
import { checkEmbeddings } from '../documents/reading/embed-passages.ts'
import {
  createDice,
  createLeakDetector,
  emptyConversation,
  levelOf,
  max,
  reach,
  rewriteStyles,
  textOf,
  topics,
  type TestAssistant,
  type Category,
  type TestConversation,
  type TestProject,
  type TestDocument,
} from './random-levels.fixture.ts'
import { createKeys, createOtherCalls } from './random-calls.fixture.ts'
import { createLevelsBench, newAssistant, newDocumentCategory, type LevelsBench } from '../../testing/levels-bench.ts'

// Each source text has a canary, `FAIT-…`, and the models answer every canary that they read: whatever enters a prompt stays in the history. A canary in a
// request to a server below the level of its source is a leak. Sources change level, servers stop and start.

const { chat, conversations, shares } = routes

const conversationsPerWorld = isFullRun ? 5_000 : 25

async function createWorld(bench: LevelsBench, seed: number) {
  const { app, servers } = bench
  const dice = createDice(seed)
  const ana = await app.createUser({ is_admin: true })
  const bea = await app.createUser()
  const detector = createLeakDetector(bench)
  const { newCanary, levelOfCanary, check, found, leaks } = detector

  const upload = async (
    route: object,
    params: Record<string, string>,
    part: string,
    document: TestDocument,
    fields: Record<string, string> = {},
    isLong = false,
  ) => {
    const canary = newCanary(() => levelOf(document))
    const topic = dice.one(topics)
    const lines = Array.from(
      { length: isLong ? 150 : 1 },
      (_, at) => `Le règlement de ${topic}, article ${at} : ${canary} vaut ${at} euros pour ${topic}, et les agents y veillent tous les jours.`,
    )
    const form = new FormData()
    form.append(part, new Blob([lines.join('\n\n')]), `${canary} ${topic}.md`)
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    const answer = await app.call(route as typeof routes.documents.upload, { token: ana.token, params, form })
    if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
    await app.context.worker.drain()
    document.id = (await app.db.selectFrom('document').where('original_filename', '=', `${canary} ${topic}.md`).select('id').executeTakeFirstOrThrow()).id
    check('upload')
  }

  const categories: Category[] = []
  for (const level of [1, 2, 3] as const) categories.push({ ...(await newDocumentCategory(bench, ana.token, `Règlements ${level}`, level)), level })
  for (const category of [...categories, ...categories])
    await upload(routes.documents.upload, {}, 'file', { id: '', level: 1, holders: [category] }, { category: category.name })
  const assistants: TestAssistant[] = []
  for (let at = 0; at < 7; at += 1) {
    const assistant: TestAssistant = { id: '', level: at < 3 ? ((at + 1) as ModelLevel) : dice.level(), categories: categories.filter(() => dice.chance(0.4)) }
    const canary = newCanary(() => assistant.level)
    assistant.id = await newAssistant(bench, ana.token, {
      prompt_content: `Vous aidez les agents. ${canary} est la règle.`,
      min_level: assistant.level,
      document_category_ids: assistant.categories.map(({ id }) => id),
      model_id: dice.chance(0.5) ? dice.one(servers).settings.id! : null,
      model_choice: dice.chance(0.5),
    })
    assistants.push(assistant)
  }
  const projects: TestProject[] = []
  for (const level of [1, 2, 3] as const) {
    const project: TestProject = { id: '', level }
    const canary = newCanary(() => project.level)
    const body = { name: `Projet ${level}`, content: `Contexte : ${canary} est convenu.`, min_level: level }
    project.id = (await app.call(routes.projects.create, { token: ana.token, body })).body.id
    await upload(routes.projects.addFiles, { id: project.id }, 'document', { id: '', level: 1, holders: [project] })
    projects.push(project)
  }

  const newConversation = async (): Promise<TestConversation> => {
    const assistant = dice.chance(0.7) ? dice.one(assistants) : null
    const project = dice.chance(0.3) ? dice.one(projects) : null
    const library = dice.chance(0.4) ? dice.one(categories) : null
    const body = { assistant_id: assistant?.id ?? null, project_id: project?.id ?? null, library: library?.name ?? null }
    const { id, ...made } = (await app.call(routes.conversations.findOrCreate, { token: ana.token, body })).body
    return { ...emptyConversation, files: [], id, user: ana, assistant, project, library, isConfidential: made.confidential === true, quoted: new Map() }
  }

  const update = async (conversation: TestConversation, body: object) => {
    const answer = await app.call(conversations.update, { token: conversation.user.token, params: { id: conversation.id }, body })
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
  }

  /** Checks the outcome of a request, and what the servers received. */
  const judge = (conversation: TestConversation, what: string, status: number, error: { code?: string; level?: number }) => {
    check(what, conversation.quoted)
    const upLevels = servers.filter(({ isUp }) => isUp).map(({ level }) => level)
    if (status === 200) found.answered += 1
    else if (error.code === 'llm.no_model_for_level') {
      found.refused += 1
      const level = error.level!
      expect({ what, level, up: upLevels.filter((up) => up >= level) }).toEqual({ what, level, up: [] })
      expect(level, what).toBeLessThanOrEqual(conversation.ceiling)
    } else {
      found.down += 1
      // At level 1 any model may answer.
      expect({ what, error, upLevels }).toMatchObject({ error: { code: expect.stringMatching(/^llm\./) }, upLevels: [] })
    }
  }

  /** Sends a request to the chat, and checks its outcome. */
  const ask = async (conversation: TestConversation, what: string, body: object, route: object = chat.stream) => {
    reach(conversation)
    const sent = { token: conversation.user.token, headers: { accept: 'text/event-stream' }, body: { conversation_id: conversation.id || null, ...body } }
    const answer = await app.call(route as typeof chat.stream, sent)
    judge(conversation, what, answer.status, answer.error)
    return answer
  }

  const messagesOf = async ({ id, user }: TestConversation) => (await app.call(conversations.get, { token: user.token, params: { id } })).body.messages
  /** Notes the canaries of the last reply. */
  const noteQuotes = async (conversation: TestConversation) => {
    const messages = await messagesOf(conversation)
    for (const [canary] of (messages.at(-1)?.role === 'assistant' ? messages.at(-1)!.content : '').matchAll(/FAIT-\d+/g)) {
      const level = levelOfCanary(canary)
      conversation.quoted.set(canary, Math.min(conversation.quoted.get(canary) ?? level, level))
    }
    return messages
  }

  const question = (conversation: TestConversation) => {
    const text = `Que dit le règlement de ${dice.one(topics)} ? ${dice.chance(0.3) ? 'mode:faits-au-plus:1' : ''}`
    if (!conversation.isConfidential || dice.chance(0.5)) return text
    conversation.hasSecret = true
    return `${text} Mon dossier est ${newCanary(() => 3)} secret.`
  }
  const send = (conversation: TestConversation) =>
    ask(conversation, 'send', { messageHistory: [{ role: 'user', content: question(conversation) }], client_message_id: crypto.randomUUID() })

  const rewrite = async (conversation: TestConversation) => {
    const last = (await messagesOf(conversation)).at(-1)
    if (last?.role === 'assistant' && last.status !== 'erreur' && last.content !== '')
      await ask(conversation, 'rewrite', { action: 'regenerate', rewrite: dice.one(rewriteStyles) })
  }

  const startAll = () => Promise.all(servers.map((server) => server.start()))
  const toggle = async () => {
    const { isUp, stop, start } = dice.one(servers)
    await (isUp ? stop() : start())
  }

  const keys = await createKeys(bench, ana)
  const { dictate, askByKey } = createOtherCalls({ bench, dice, detector, keys, assistants, categories, judge, question, messagesOf })

  const actions: ((conversation: TestConversation) => Promise<unknown>)[] = [
    send,
    send,
    send,
    (conversation) => ask(conversation, 'regenerate', { action: 'regenerate' }),
    rewrite,
    async (conversation) => {
      const asked = (await messagesOf(conversation)).findLast(({ role }) => role === 'user')!
      await ask(conversation, 'edit', { action: 'edit', message_id: asked.id, messageHistory: [{ role: 'user', content: question(conversation) }] })
    },
    async (conversation) => {
      conversation.assistant = dice.one(assistants)
      await update(conversation, { assistant_id: conversation.assistant.id })
    },
    async (conversation) => {
      conversation.project = dice.chance(0.5) ? dice.one(projects) : null
      await update(conversation, { project_id: conversation.project?.id ?? null })
    },
    async (conversation) => {
      conversation.library = dice.chance(0.7) ? dice.one(categories) : null
      await update(conversation, { library: conversation.library?.name ?? null })
    },
    async (conversation) => {
      conversation.isConfidential = conversation.hasSecret || dice.chance(0.6)
      await update(conversation, { confidential: conversation.isConfidential, model_id: dice.chance(0.5) ? dice.one(servers).settings.id! : null })
    },
    async (conversation) => {
      if (conversation.user !== ana || conversation.files.length > 2) return
      const { assistant, project, isConfidential } = conversation
      // The vectors have the level of the conversation too; prompts of this conversation have it anyway.
      const own = { id: '', level: max(assistant?.level ?? 1, project?.level ?? 1, isConfidential ? 3 : 1) as ModelLevel, holders: [] }
      const isLong = dice.chance(0.15)
      await upload(conversations.addFiles, { id: conversation.id }, 'document', own, {}, isLong)
      conversation.files.push(Object.assign(own, { level: dice.level() }))
      await app.call(conversations.setDocumentLevel, { token: ana.token, params: { id: conversation.id, document_id: own.id }, body: { min_level: own.level } })
      if (!isLong) return
      found.full += 1
      // Each part of a reading that no model answers is tried again after a second.
      if (!dice.chance(0.1)) await startAll()
      await ask(conversation, 'full reading', { messageHistory: [{ role: 'user', content: 'Relève tous les montants du document, lecture complète.' }] })
    },
    async (conversation) => {
      const category = dice.one(categories)
      category.level = dice.level()
      await app.call(routes.documentCategories.update, { token: ana.token, params: { id: category.id }, body: { min_level: category.level } })
      if (dice.chance(0.3)) {
        await checkEmbeddings(app.context)
        await makeDue(app)
        await app.context.worker.drain()
        check('embed_passages', conversation.quoted)
      }
    },
    toggle,
    () => startAll(),
    dictate,
    () => askByKey(),
    async () => {
      // Without a saved conversation, the caller sends the history.
      const assistant = dice.one(assistants)
      const library = dice.chance(0.5) ? dice.one(categories) : null
      const unsaved: TestConversation = { ...emptyConversation, id: '', quoted: new Map(), user: ana, assistant, library }
      const context = { assistant_id: assistant.id, library_category: library?.name }
      const first = { role: 'user', content: question(unsaved) }
      const answer = await ask(unsaved, 'unsaved', { ...context, messageHistory: [first] })
      if (answer.status !== 200) return
      for (const [canary] of textOf(answer.text).matchAll(/FAIT-\d+/g)) unsaved.quoted.set(canary, levelOfCanary(canary))
      const history = [
        first,
        { role: 'assistant', content: textOf(answer.text) },
        { role: 'user', content: dice.one(['Merci !', `Et pour ${dice.one(topics)} ?`]) },
      ]
      await ask(unsaved, 'unsaved history', { ...context, messageHistory: history })
    },
    async (conversation) => {
      if (conversation.user !== ana || !(await messagesOf(conversation)).some(({ role, status }) => role === 'assistant' && status === 'complete')) return
      const shared = await app.call(shares.create, { token: ana.token, params: { id: conversation.id }, body: { people: [bea.id], days: 30 } })
      expect(shared.status, shared.text).toBe(201)
      const copied = await app.call(shares.continue, { token: bea.token, params: { id: shared.body.id } })
      expect(copied.status, copied.text).toBeLessThan(300)
      expect((await app.call(shares.remove, { token: ana.token, params: { id: shared.body.id } })).status).toBe(200)
      const copy: TestConversation = {
        ...conversation,
        id: copied.body.conversation.id,
        user: bea,
        project: null,
        files: [],
        isConfidential: false,
        quoted: new Map(conversation.quoted),
      }
      await ask(copy, 'continued share', { messageHistory: [{ role: 'user', content: `Et pour ${dice.one(topics)} ?` }] })
      await rewrite(copy)
    },
  ]

  return {
    found,
    leaks,
    async play() {
      if (dice.chance(0.3)) await toggle()
      const conversation = await newConversation()
      if (dice.chance(0.2)) await update(conversation, { confidential: (conversation.isConfidential = true) })
      await send(conversation)
      await noteQuotes(conversation)
      for (let count = 2 + dice.below(4); count > 0; count -= 1) {
        await dice.one(actions)(conversation)
        const messages = await noteQuotes(conversation)
        if (messages.at(-1)?.status !== 'interrompue' || dice.chance(0.4)) continue
        found.continued += 1
        await ask(conversation, 'continue', { action: 'continue' })
        await noteQuotes(conversation)
      }
    },
  }
}

it.each([
  { seed: 48, levels: [1, 2, 3], otherLevel: 1 },
  { seed: 49, levels: [1, 3, 2], otherLevel: 2 },
] as const)(
  '$seed: no text reaches a server below its level, and a model of the level that is up answers',
  async ({ seed, levels, otherLevel }) => {
    const bench = await createLevelsBench(levels, otherLevel)
    onTestFinished(() => bench.close())
    const world = await createWorld(bench, seed)
    for (let played = 1; played <= conversationsPerWorld; played += 1) {
      await world.play()
      if (isFullRun && played % 500 === 0) process.stdout.write(`${JSON.stringify({ seed, played, ...world.found, leaks: world.leaks })}\n`)
    }
    expect(world.leaks).toEqual([])
    expect(await bench.app.db.selectFrom('message').whereRef('level', '<', 'needed_level').select('id').execute()).toEqual([])
    const { requests, vectors, sounds, completions, answered, refused } = world.found
    expect(Math.min(requests, vectors, sounds, completions, answered, refused), JSON.stringify(world.found)).toBeGreaterThan(0)
  },
  isFullRun ? 4 * 3_600_000 : 300_000,
)
