import { beforeAll, expect, it } from 'vitest'
import { currentDays } from '../chat/in-force/request-days.ts'
import type { LlmMessage } from '../../platform/llm/port.ts'
import type { Context } from '../../context.ts'
import { openTestApp, people } from '../../testing/open-test-app.ts'
import type { Grounding } from '../chat/grounding.ts'
import { uploadPrivate } from '../documents/documents.fixture.ts'
import { conversationGround } from './conversation-ground.ts'
import { libraryGround } from './ground.ts'
import { nothingMasked } from '../../testing/test-llm.ts'

// Behaviour of the real route with uploaded documents that do not fit in the window.
const app = openTestApp()
const { ana } = people(app, { ana: {} })
let document_id: string
beforeAll(async () => {
  const lots = Array.from({ length: 300 }, (_, i) => `Lot ${i + 1}. La société numéro ${i + 1} reçoit ${1_000 + i} euros pour la réfection du trottoir.`)
  document_id = await uploadPrivate(app, ana, 'marché.txt', `Le gymnase est attribué à la société Dupré.\n\n${lots.join('\n\n')}`)
})

const said = (...contents: string[]): LlmMessage[] => contents.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content }))
/**
 * Returns the grounding for these turns. With a `library`, in an assistant's chat to which the document is attached; otherwise in a conversation about the
 * document only.
 */
async function ground(
  turns: LlmMessage[],
  { confirmTokens = 1_000_000, conversation_id = null as string | null, builtIn = false, library = null as string | null } = {},
): Promise<Grounding> {
  const { context } = app
  const reader: Context = { ...context, models: { ...context.models, builtIn }, config: { ...context.config, fullReading: { confirmTokens } } }
  const asked = {
    owner_id: ana.id,
    conversation_id,
    instructions: '',
    prefix: '',
    library,
    assistant_categories: [],
    assistant_files: [],
    files: library === null ? [] : [document_id],
    project_files: [],
    profile: null,
    ...currentDays(context),
    level: 1 as const,
    selectModel: async () => context.models.select({ level: 1, masking: nothingMasked }),
    contextWindow: 4_000,
    tokenBudget: 1_500,
  }
  const of = library === null ? libraryGround(reader, { owner_id: ana.id, documents: [document_id] }) : conversationGround(reader, null)
  return (await of({ ...asked, turns, signal: new AbortController().signal }))!
}

it('a question looks for its passages; a request about all of it has all of it read', async () => {
  const question = await ground(said('Bonjour, à quelle société est attribué le gymnase ? Merci'))
  expect(question.sources[0]!.extract).toContain('Dupré')
  expect(question.write).toBeUndefined()
  for (const request of [
    'Relève tous les montants',
    'Qui sont les personnes citées ?',
    'Quelles sociétés apparaissent ?',
    'Fais la synthèse de ce document',
    'Traduis ce document en anglais',
  ])
    expect((await ground(said(request))).write).toBeTypeOf('function')
})

it('the built-in model has the first pages that fit, and is told what it does not have', async () => {
  const whole = await ground(said('Relève tous les montants'), { builtIn: true })
  expect([whole.write, whole.answer]).toEqual([undefined, undefined])
  expect(whole.sources[0]!.extract).toContain('Dupré')
  expect(whole.context).toMatch(/\n\nN’a pas été lu\u00a0:\n```\n\*\*marché\.txt\*\* \(les \d+\u00a0derniers passages\)\n```$/)
  const question = await ground(said('À quelle société est attribué le gymnase ?'), { builtIn: true })
  expect(question.context).toContain('## Extraits de documents')
})

it('a costly reading is announced, and begins once it is agreed to: by an answer, or in the request where nothing is kept', async () => {
  const announced = await ground(said('Relève tous les montants'), { confirmTokens: 10 })
  expect([announced.write, announced.answer]).toEqual([undefined, expect.stringContaining('lecture complète')])
  expect((await ground(said('Relève tous les montants, lecture complète'), { confirmTokens: 10 })).write).toBeTypeOf('function')
  expect((await ground(said('Relève tous les montants', announced.answer!, 'oui'), { confirmTokens: 10 })).write).toBeTypeOf('function')
})

it('« oui » to a question of the reply goes on with what was asked; alone it asks nothing', async () => {
  const followed = await ground(said('À qui est attribué le gymnase ?', 'À la société Dupré [1]. Voulez-vous la phrase entière ?', 'oui'))
  expect(followed.sources[0]!.extract).toContain('Dupré')
  expect((await ground(said('oui'))).answer).toMatch(/Posez-moi une question/)
})

it('a full reading begins with the category that closed since it was chosen, once, and so does the announcement of its cost', async () => {
  const text = expect.stringMatching(/^\*{3}Fermée\*\* n’est pas, ou n’est plus, une catégorie de documents qui vous est ouverte.*\*\n\n$/)
  const told = [{ kind: 'left_out', text }]
  const request = 'Relève tous les montants'
  const read = await ground(said(request), { library: 'Fermée' })
  expect([typeof read.write, read.notices]).toEqual(['function', told])
  const announced = await ground(said(request), { library: 'Fermée', confirmTokens: 10 })
  expect([announced.answer, announced.notices]).toEqual([expect.stringContaining('jetons'), told])
  const agreed = await ground(said(request, `${announced.notices![0]!.text}${announced.answer}`, 'oui'), { library: 'Fermée', confirmTokens: 10 })
  expect([typeof agreed.write, agreed.notices]).toEqual(['function', []])
})
