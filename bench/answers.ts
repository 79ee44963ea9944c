import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fieldQuestions } from '../seed/documents/field-questions.ts'
import { heldOutQuestions } from '../seed/documents/held-out-questions.ts'
import { demoQuestions } from '../seed/documents/questions.ts'
import { createInProcessExtractor } from '../server/src/adapters/text-extraction/in-process-extractor.ts'
import { measureAnswers } from '../server/src/features/library/measure-answers.ts'
import { enqueue } from '../server/src/jobs/queue.ts'
import { createTestApp } from '../server/src/testing/test-app.ts'
import type { BenchReport } from './report.ts'

const sets = {
  'mise au point (60)': demoQuestions,
  'mots des agents (52, vues en choisissant la règle)': fieldQuestions,
  'tenues à l’écart (52, jamais vues)': heldOutQuestions,
}

/** What library questions rest on, on the demonstration corpus: the right document, or a plain refusal when no document answers. */
export async function benchAnswers(): Promise<BenchReport> {
  const app = await createTestApp()
  try {
    app.context.extractor = createInProcessExtractor()
    await enqueue(app.db, 'seed_documents', null)
    await app.context.worker.drain()
    const measured = []
    for (const [set, questions] of Object.entries(sets)) measured.push({ set, ...(await measureAnswers(app.context, questions)) })
    writeFileSync(path.join(import.meta.dirname, 'results/answers.json'), `${JSON.stringify(measured, null, 2)}\n`)
    return {
      name: 'answers',
      title: 'Réponses : le bon document, ou un refus franc',
      rows: measured.map(({ set, found, found_first, answerable, refused, unanswerable }) => ({
        questions: set,
        'document trouvé': `${found} / ${answerable}`,
        'en premier': `${found_first} / ${answerable}`,
        'refus justifié': `${refused} / ${unanswerable}`,
      })),
      note: measured
        .map(({ set, missed, invented }) =>
          [`### ${set}`, ...missed.map((question) => `- non trouvé : ${question}`), ...invented.map((question) => `- source à tort : ${question}`)].join('\n'),
        )
        .join('\n\n'),
      json: measured,
    }
  } finally {
    await app.close()
  }
}
