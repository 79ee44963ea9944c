import type { Context } from '../../context.ts'
import { shareContext } from '../chat/share-context.ts'
import { findCategory } from '../documents/categories.ts'
import { libraryGround } from './ground.ts'

/** A question asked of a category, and the file that answers it; null when none does. */
export type MeasuredQuestion = { question: string; category: string; document: string | null }

export type AnswersMeasure = {
  answerable: number
  /** Of those, how many had the right document among their sources. */
  found: number
  /** Of those, how many had it as their first source. */
  found_first: number
  unanswerable: number
  /** Of those, how many got no source, and the sentence that says so with the nearest titles. */
  refused: number
  missed: string[]
  invented: string[]
}

/** Tokens that a model reads at once when nobody tells. */
const defaultWindow = 32_000

const refusal = /^Je ne trouve pas dans vos documents de quoi répondre à cette question\.\n\nLes documents les plus proches\u00a0:\n\n- /

/** Asks each question as the library chat does, up to the model, and counts what it rests on. */
export async function measureAnswers(context: Context, questions: readonly MeasuredQuestion[]): Promise<AnswersMeasure> {
  const measure: AnswersMeasure = { answerable: 0, found: 0, found_first: 0, unanswerable: 0, refused: 0, missed: [], invented: [] }
  for (const { question, category, document } of questions) {
    const { id } = (await findCategory(context.db, category))!
    const turns = [{ role: 'user' as const, content: question }]
    const { sources, answer } = (await libraryGround(context, { category_id: id })({
      turns,
      signal: new AbortController().signal,
      library: null,
      profile: null,
      room: shareContext({ window: defaultWindow, instructions: '', turns, wantsDocuments: true }).room,
    }))!
    if (document === null) {
      measure.unanswerable++
      if (sources.length === 0 && refusal.test(answer ?? '')) measure.refused++
      else measure.invented.push(`${question} → ${sources[0]?.document ?? 'sans titre proche'}`)
    } else {
      measure.answerable++
      const rank = sources.findIndex((source) => source.document === document)
      if (rank < 0) measure.missed.push(question)
      else measure.found++
      if (rank === 0) measure.found_first++
    }
  }
  return measure
}
