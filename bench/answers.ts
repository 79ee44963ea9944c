import { createInProcessExtractor } from '@parvis/document-reading/in-process'
import { fieldQuestions } from '../seed/documents/field-questions.ts'
import { heldOutQuestions } from '../seed/documents/held-out-questions.ts'
import { demoQuestions } from '../seed/documents/questions.ts'
import type { DemoQuestion } from '../seed/documents/demo-question.ts'
import { measureAnswers, type MeasuredQuestion } from '../server/src/features/library/measure-answers.ts'
import { enqueue } from '../server/src/platform/jobs/queue.ts'
import { createBenchApp } from './bench-app.ts'
import { measureLibraryAnswers } from './library-answers.ts'
import {
  realisticDev,
  realisticHeldOut,
  twoTurnDev,
  twoTurnHeldOut,
  unansweredDev,
  unansweredHeldOut,
  type TwoTurnQuestion,
  wrapped,
} from './questions/index.ts'
import type { BenchReport } from './report.ts'

const plainQuestions = (questions: readonly DemoQuestion[]): MeasuredQuestion[] =>
  questions.map(({ question, category, document }) => ({ question, category, documents: document === null ? null : [[document]] }))
const wrappedQuestions = (questions: readonly DemoQuestion[]): MeasuredQuestion[] =>
  plainQuestions(questions).map((question, index) => ({ ...question, question: wrapped(question.question, index) }))
const secondMessages = (questions: readonly TwoTurnQuestion[]): MeasuredQuestion[] =>
  questions.map(({ first, next, category, documents }) => ({ question: next, before: first, category, documents }))
const unanswered = (questions: readonly { question: string; category: string }[]): MeasuredQuestion[] =>
  questions.map((question) => ({ ...question, documents: null }))

const sets: Record<string, MeasuredQuestion[]> = {
  'questions nues, mise au point': plainQuestions(demoQuestions),
  'questions nues, mots des agents': plainQuestions(fieldQuestions),
  'questions nues, tenues à l’écart': plainQuestions(heldOutQuestions),
  'les mêmes, habillées de douze façons': wrappedQuestions([...demoQuestions, ...fieldQuestions, ...heldOutQuestions]),
  'comme on les écrit, mise au point': [...realisticDev, ...unanswered(unansweredDev)],
  'seconds messages, mise au point': secondMessages(twoTurnDev),
}
/** Held-out sets: measured once, at the end of a piece of work. */
const heldOutSets: Record<string, MeasuredQuestion[]> = {
  'comme on les écrit, à part': [...realisticHeldOut, ...unanswered(unansweredHeldOut)],
  'seconds messages, à part': secondMessages(twoTurnHeldOut),
}

/**
 * Measures what the library gives the model for messages about the demonstration documents: the right document for a language model, and a clear refusal
 * from the demonstration model when no document answers.
 * @param isFinal whether to measure the held-out sets too
 */
export async function benchAnswers(isFinal: boolean): Promise<BenchReport> {
  const app = await createBenchApp()
  try {
    app.context.extractor = createInProcessExtractor()
    await enqueue(app.db, 'seed_documents', null)
    await app.context.worker.drain()
    const measures = []
    for (const [set, questions] of Object.entries({ ...sets, ...(isFinal && heldOutSets) }))
      measures.push({ set, ...(await measureAnswers(app.context, questions)) })
    measures.push(...((await measureLibraryAnswers()) ?? []))
    return {
      name: 'answers',
      title: 'Réponses : ce que chaque message donne au modèle',
      rows: measures.map(({ set, reached, answerable, quoted, messages, refused, unanswerable }) => ({
        messages: set,
        'document donné au modèle de langage': `${reached} / ${answerable}`,
        'répondus par le modèle de démonstration': `${quoted} / ${messages}`,
        'refus justifié du modèle de démonstration': `${refused} / ${unanswerable}`,
      })),
      note: measures
        .map(({ set, missed, invented }) =>
          [
            `### ${set}`,
            ...missed.map((question) => `- non donné : ${oneLine(question)}`),
            ...invented.map((question) => `- source à tort : ${oneLine(question)}`),
          ].join('\n'),
        )
        .join('\n\n'),
      json: measures,
    }
  } finally {
    await app.close()
  }
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')
