import type { Day } from '@parvis/contract'
import type { Context } from '../../context.ts'
import { currentDays } from '../chat/in-force/request-days.ts'
import { shareContext } from '../chat/share-context.ts'
import { findCategory } from '../documents/categories.ts'
import { libraryGround } from './ground.ts'

/**
 * A test question to a category, optionally after an earlier message. `documents` has one entry per question in the message: the files that answer it.
 * Null when no document does.
 */
export type MeasuredQuestion = { question: string; before?: string; category: string; documents: readonly (readonly string[])[] | null }

export type AnswersMeasure = {
  /** Number of questions that a document answers. */
  answerable: number
  /** Number of those for which such a document is given to a language model. */
  reached: number
  /** Number of messages that documents answer, and of those that the built-in (quoting) model answers. */
  messages: number
  quoted: number
  /** Number of messages that no document answers, and of those that the built-in model refuses. */
  unanswerable: number
  refused: number
  missed: string[]
  refused_wrongly: string[]
  invented: string[]
}

/** Context window assumed, in tokens. */
const defaultWindow = 32_000

const refusalPattern = /^Je ne trouve pas dans vos documents de quoi répondre à cette question\./

/** Returns a measure with all counts at zero. */
export const emptyMeasure = (): AnswersMeasure => ({
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

/** Runs each question as the library chat does, up to the call of the model: once for the built-in model, once for a language model. */
export async function measureAnswers(context: Context, questions: readonly MeasuredQuestion[]): Promise<AnswersMeasure> {
  const measure = emptyMeasure()
  for (const measuredQuestion of questions) {
    const { question, documents } = measuredQuestion
    const quotedGrounding = await groundOf(context, measuredQuestion, true)
    const isRefused = refusalPattern.test(quotedGrounding.answer ?? '')
    if (documents === null) {
      measure.unanswerable++
      if (isRefused) measure.refused++
      else measure.invented.push(`${question} → ${quotedGrounding.sources[0]?.document ?? 'sans source'}`)
      continue
    }
    measure.messages++
    if (isRefused) measure.refused_wrongly.push(question)
    else measure.quoted++
    const givenDocuments = new Set((await groundOf(context, measuredQuestion, false)).sources.map(({ document }) => document))
    for (const expectedFiles of documents) {
      measure.answerable++
      if (expectedFiles.some((document) => givenDocuments.has(document))) measure.reached++
      else measure.missed.push(`${question} → ${expectedFiles[0]}`)
    }
  }
  return measure
}

/** Placeholder reader id without any grant: only categories open to everyone are read. */
const unknownReaderId = '00000000-0000-0000-0000-000000000000'

/**
 * Returns the grounding of a message, for a model with the default window.
 * @param as_of day of the question; today by default
 * @param builtIn true for the built-in (quoting) model
 */
export async function groundOf(
  context: Context,
  { question, before, category, as_of }: Omit<MeasuredQuestion, 'documents'> & { as_of?: Day },
  builtIn: boolean,
) {
  const { id } = (await findCategory(context.db, category, null))!
  const earlier =
    before === undefined
      ? []
      : [
          { role: 'user' as const, content: before },
          { role: 'assistant' as const, content: '…' },
        ]
  const ground = libraryGround({ ...context, models: { ...context.models, builtIn } }, { category_id: id, reader_id: unknownReaderId })
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
    assistant_files: [],
    profile: null,
    ...currentDays(context),
    ...(as_of !== undefined && { as_of }),
    level: 1,
    selectModel: async () => context.models.select({ level: 1, masking: context.masking.forRequest({ conversation_id: null, mode: 'non' }) }),
    contextWindow: defaultWindow,
    tokenBudget: shareContext({ window: defaultWindow, instructions: '', turns, wantsDocuments: true }).tokenBudget,
  }))!
}
