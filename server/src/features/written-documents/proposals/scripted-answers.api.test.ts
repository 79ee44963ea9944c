import { routes, type Proposal } from '@parvis/contract'
import { expect, test } from 'vitest'
import { isFullRun } from '../../../testing/full-run.ts'
import { openTestApp, people } from '../../../testing/open-test-app.ts'

const { chat, conversations, proposals, writtenDocuments } = routes

// Three hundred scripted answers over thirty documents in a full proof (npm run prove).
const documentCount = isFullRun ? 30 : 3

let answer = ''
let random = seeded(1)
const app = openTestApp({
  llm: {
    async complete(request) {
      // Marks are cut anywhere between two pieces.
      for (let at = 0, end = 0; at < answer.length; at = end) request.onDelta(answer.slice(at, (end = at + 1 + random(12))))
      return { finish: 'stop', model: 'essai', usage: null }
    },
  },
  config: { chat: { maxRunning: 1_000, maxPerMinute: 100_000 } },
})
const { ana } = people(app, { ana: {} })

function seeded(seed: number): (below: number) => number {
  let state = seed * 7_919 + 1
  return (below) => (state = (state * 48_271) % 2_147_483_647) % below
}

const subjects = ['La halle', 'Le marché', 'L’école', 'La cantine', 'Le stade', 'La voirie', 'Le cimetière', 'La salle des fêtes']
const verbs = ['ouvre à 8 h', 'coûte 12 400 € HT', 'est confiée au service technique', 'ferme le 3 mai 2026', 's’étend sur 450 m²']

/** Distinct paragraphs of a document. */
const paragraphsOf = (seed: number): string[] =>
  Array.from({ length: 6 + (seed % 20) }, (_, at) => `${subjects[(seed + at) % subjects.length]} ${verbs[(seed * 3 + at) % verbs.length]}, point ${at + 1}.`)

/** Answer with what it must become: the text of the document once everything open is accepted, and the reasons of what is not placed. */
interface Script {
  answer: string
  text: string[]
  reasons: string[]
  count: number
}

type Change = { kind: 'replace' | 'insert' | 'delete'; number: number; text: string }

const markOf = ({ kind, number, text }: Change): string =>
  kind === 'delete' ? `@@ supprimer ${number}` : `@@ ${kind === 'insert' ? 'insérer après' : 'remplacer'} ${number}\n${text}\n@@ fin`

/** Applies changes of distinct blocks to a text, by its original numbers. */
function applied(texts: readonly string[], changes: readonly Change[]): string[] {
  const insertedAfter = (number: number) => changes.filter((change) => change.kind === 'insert' && change.number === number).map(({ text }) => text)
  return [
    ...insertedAfter(0),
    ...texts.flatMap((text, at) => {
      const own = changes.find((change) => change.kind !== 'insert' && change.number === at + 1)
      const remaining = own === undefined ? [text] : own.kind === 'delete' ? [] : [own.text]
      return [...remaining, ...insertedAfter(at + 1)]
    }),
  ]
}

/** Draws changes of distinct blocks. */
function draw(texts: readonly string[], label: string): Change[] {
  const free = texts.map((_, at) => at + 1)
  return Array.from({ length: 1 + random(4) }, (_, at): Change => {
    const kind = (['replace', 'insert', 'delete'] as const)[random(3)]!
    const number = kind === 'insert' ? random(texts.length + 1) : free.splice(random(free.length), 1)[0]!
    return { kind, number, text: `Nouveau ${label} ${at}, à 15,50 €.` }
  })
}

/** Writes the ten kinds of answers to a document. */
function scriptsFor(texts: readonly string[], label: string): Script[] {
  const right = (changes: Change[], before = '', after = ''): Script => ({
    answer: [before, ...changes.map(markOf), after].filter((part) => part !== '').join('\n\n'),
    text: applied(texts, changes),
    reasons: [],
    count: changes.length,
  })
  const wrong = (answerText: string, reasons: string[], changes: Change[] = []): Script => ({
    answer: [...changes.map(markOf), answerText].join('\n\n'),
    text: applied(texts, changes),
    reasons,
    count: changes.length + reasons.length,
  })
  const beyond = texts.length + 1 + random(50)
  const first: Change = { kind: 'replace', number: 1, text: `Nouveau ${label}.` }
  const html = { ...first, text: `<p onclick="x()">Texte</p> <script>alert(1)</script> ${label}` }
  return [
    right(draw(texts, label), 'Voici ce que je change.'),
    right(draw(texts, label), '', 'C’est tout.'),
    wrong(`@@ remplacer ${beyond}\nPerdu.\n@@ fin\n\n@@ supprimer ${beyond}-${beyond + 2}`, ['unknown_block', 'unknown_block'], draw(texts, label)),
    wrong(`@@ remplacer 2\nSans fin ${label}`, ['unclosed'], [first]),
    right([html]),
    wrong('Par exemple :\n\n```\n@@ supprimer 1\n```\n\n> @@ supprimer 2', []),
    wrong('@@ modifier 3\nTexte.\n@@ fin\n\n@@ remplacer 2\n@@ fin', ['unreadable', 'empty']),
    wrong(`Le document parle de ${label}. Il n’y a rien à changer.`, []),
    wrong('Je ne peux pas vous aider sur ce sujet.', []),
    wrong(`@@ supprimer 1\n\n@@ remplacer 3\n${texts[2]!.replaceAll('’', "'")}\n@@ fin`, ['overlap', 'unchanged'], [first]),
  ]
}

test.each(Array.from({ length: documentCount }, (_, at) => at))(
  'document %i: every well-formed change is placed exactly, no other is applied, none is lost',
  async (seed) => {
    random = seeded(seed + 1)
    const texts = paragraphsOf(seed)
    const { token } = ana
    for (const [at, script] of scriptsFor(texts, `${seed}`).entries()) {
      const conversation_id = (await app.call(conversations.findOrCreate, { token, body: {} })).body.id
      const made = { title: `Document ${seed}`, blocks: texts.map((text) => ({ kind: 'paragraph' as const, text })), conversation_id }
      const { id } = (await app.call(writtenDocuments.create, { token, body: made })).body
      ;({ answer } = script)
      const question = { conversation_id, messageHistory: [{ role: 'user' as const, content: 'Change ce texte' }] }
      expect((await app.call(chat.stream, { token, body: question })).status).toBe(200)
      const list = (await app.call(proposals.list, { token, params: { id } })).body
      const of = (state: Proposal['state']) => list.filter((one) => one.state === state)
      expect([at, list.length, of('unplaced').map(({ reason }) => reason)]).toEqual([at, script.count, script.reasons])
      // What is not placed is shown as the model wrote it.
      for (const { after } of of('unplaced')) expect(answer).toContain(after!.split('\n')[0])
      const ids = of('open').map((one) => one.id)
      if (ids.length > 0) await app.call(proposals.acceptAll, { token, params: { id }, body: { ids } })
      const { blocks } = (await app.call(writtenDocuments.get, { token, params: { id } })).body
      expect(blocks.map((block) => ('text' in block ? block.text : block.kind))).toEqual(script.text)
    }
  },
  60_000,
)
