import { asDocument, readJsonLines, type CorpusEntry } from '@parvis/french-search/bench'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { measureAnswers, emptyMeasure, type AnswersMeasure, type MeasuredQuestion } from '../server/src/features/library/measure-answers.ts'
import { createBenchApp } from './bench-app.ts'
import type { TestApp } from '../server/src/testing/test-app.ts'

type WrappedQuestion = { text: string; plain: string; relevant_ids: string[] }

/** Folder of the question sets beside the project, on machines that have them. */
const sets = path.resolve(import.meta.dirname, '../../shared/eval')
const corpusFile = path.join(sets, 'service_public_qr/corpus.jsonl.gz')
const questionsFile = path.join(sets, 'as_people_ask/queries.dev.jsonl.gz')

const documentsOfLibrary = 200
const questionsOfLibrary = 20

type LibraryAnswers = { set: string } & AnswersMeasure

/**
 * Asks questions of libraries of 200 documents, plain and as people write them. Each question is asked of a library with its answer, and of one without.
 * Null on machines without the sets.
 */
export async function measureLibraryAnswers(): Promise<LibraryAnswers[] | null> {
  if (!existsSync(corpusFile) || !existsSync(questionsFile)) return null
  const corpus = readJsonLines<CorpusEntry>(corpusFile)
  const questions = readJsonLines<WrappedQuestion>(questionsFile)
  const groups = Array.from({ length: Math.ceil(questions.length / questionsOfLibrary) }, (_, index) =>
    questions.slice(index * questionsOfLibrary, (index + 1) * questionsOfLibrary),
  )
  const app = await createBenchApp()
  try {
    const totals = { bare: empty('200 documents, questions nues'), wrapped: empty('200 documents, comme on les pose') }
    for (const [index, group] of groups.entries()) {
      // The questions of the next group have no answer in this library.
      const otherQuestions = groups[(index + 1) % groups.length]!
      const library = libraryFor(corpus, group, otherQuestions, index)
      const category = `Banc ${index}`
      const ids = await addLibrary(app, category, library)
      for (const form of ['bare', 'wrapped'] as const) {
        const measuredQuestions = (from: readonly WrappedQuestion[], isAnswered: boolean): MeasuredQuestion[] =>
          from.map(({ text, plain, relevant_ids }) => ({ question: form === 'bare' ? plain : text, category, documents: isAnswered ? [relevant_ids] : null }))
        add(totals[form], await measureAnswers(app.context, [...measuredQuestions(group, true), ...measuredQuestions(otherQuestions, false)]))
      }
      for (const id of ids) await app.context.retrieval.removeDocument(app.db, id)
    }
    return Object.values(totals)
  } finally {
    await app.close()
  }
}

/** Chooses 200 documents: those that answer `group`, none that answers `otherQuestions`, and documents spread over the corpus. */
function libraryFor(
  corpus: readonly CorpusEntry[],
  group: readonly WrappedQuestion[],
  otherQuestions: readonly WrappedQuestion[],
  shift: number,
): CorpusEntry[] {
  const needed = new Set(group.flatMap(({ relevant_ids }) => relevant_ids))
  const excluded = new Set(otherQuestions.flatMap(({ relevant_ids }) => relevant_ids).filter((id) => !needed.has(id)))
  const chosen = corpus.filter(({ id }) => needed.has(id))
  const step = Math.floor(corpus.length / documentsOfLibrary)
  for (let index = shift; chosen.length < documentsOfLibrary && index < corpus.length; index += step) {
    const entry = corpus[index]!
    if (!needed.has(entry.id) && !excluded.has(entry.id)) chosen.push(entry)
  }
  return chosen
}

async function addLibrary(app: TestApp, category: string, entries: readonly CorpusEntry[]): Promise<string[]> {
  const { id: category_id } = await app.db
    .insertInto('document_category')
    .values({ name: category, name_key: category.toLowerCase(), display_name: category })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ids: string[] = []
  for (const entry of entries) {
    const { id } = await app.db
      .insertInto('document')
      .values({ category_id, original_filename: entry.id, blob_id: randomUUID(), size: entry.text.length, format: 'txt', state: 'indexe' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.context.retrieval.indexDocument(app.db, { document_id: id, ...asDocument(entry) })
    ids.push(id)
  }
  return ids
}

const empty = (set: string): LibraryAnswers => ({ set, ...emptyMeasure() })

function add(total: LibraryAnswers, { answerable, reached, messages, quoted, unanswerable, refused }: AnswersMeasure): void {
  total.answerable += answerable
  total.reached += reached
  total.messages += messages
  total.quoted += quoted
  total.unanswerable += unanswerable
  total.refused += refused
}
