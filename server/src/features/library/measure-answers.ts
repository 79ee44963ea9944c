import type { Context } from '../../context.ts'
import { shareContext } from '../chat/share-context.ts'
import { findCategory } from '../documents/categories.ts'
import { libraryGround } from './ground.ts'

/** A message to a category, after an earlier one or not. `documents`: one entry for each thing asked, of the files that answer it; null when none does. */
export type MeasuredQuestion = { question: string; before?: string; category: string; documents: readonly (readonly string[])[] | null }

export type AnswersMeasure = {
  /** Things asked that a document answers. */
  answerable: number
  /** Of those, how many have their document among what a language model is handed. */
  reached: number
  /** Messages that documents answer, and how many of them the model that only quotes does not refuse. */
  messages: number
  quoted: number
  /** Messages that no document answers, and how many of them the model that only quotes refuses. */
  unanswerable: number
  refused: number
  missed: string[]
  refused_wrongly: string[]
  invented: string[]
}

/** Tokens that a model reads at once when nobody tells. */
const defaultWindow = 32_000

const refusal = /^Je ne trouve pas dans vos documents de quoi répondre à cette question\./

/** The measure of no question. */
export const nothingMeasured = (): AnswersMeasure => ({
  answerable: 0,
  reached: 0,
  messages: 0,
  quoted: 0,
  unanswerable: 0,
  refused: 0,
  missed: [],
  refused_wrongly: [],
  invented: [],
})

/** Asks each question as the library chat does, up to the model: once for a language model, once for the model that only quotes. */
export async function measureAnswers(context: Context, questions: readonly MeasuredQuestion[]): Promise<AnswersMeasure> {
  const measure = nothingMeasured()
  for (const asked of questions) {
    const { question, documents } = asked
    const quoted = await groundOf(context, asked, true)
    const isRefused = refusal.test(quoted.answer ?? '')
    if (documents === null) {
      measure.unanswerable++
      if (isRefused) measure.refused++
      else measure.invented.push(`${question} → ${quoted.sources[0]?.document ?? 'sans source'}`)
      continue
    }
    measure.messages++
    if (isRefused) measure.refused_wrongly.push(question)
    else measure.quoted++
    const given = new Set((await groundOf(context, asked, false)).sources.map(({ document }) => document))
    for (const need of documents) {
      measure.answerable++
      if (need.some((document) => given.has(document))) measure.reached++
      else measure.missed.push(`${question} → ${need[0]}`)
    }
  }
  return measure
}

/** Of whom nobody knows anything: what is asked is everybody's. */
const somebody = '00000000-0000-0000-0000-000000000000'

/** What a message hands to a model, in the window of one that nobody tells of. @param builtIn to the model that only quotes */
export async function groundOf(context: Context, { question, before, category }: Omit<MeasuredQuestion, 'documents'>, builtIn: boolean) {
  const { id } = (await findCategory(context.db, category, null))!
  const earlier =
    before === undefined
      ? []
      : [
          { role: 'user' as const, content: before },
          { role: 'assistant' as const, content: '…' },
        ]
  const ground = libraryGround({ ...context, llm: { ...context.llm, builtIn } }, { category_id: id, reader_id: somebody })
  const turns = [...earlier, { role: 'user' as const, content: question }]
  return (await ground({
    turns,
    signal: new AbortController().signal,
    owner_id: '',
    conversation_id: null,
    instructions: '',
    prefix: '',
    library: null,
    assistant_categories: [],
    files: [],
    project_files: [],
    profile: null,
    window: defaultWindow,
    room: shareContext({ window: defaultWindow, instructions: '', turns, wantsDocuments: true }).room,
  }))!
}
