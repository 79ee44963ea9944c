import type { DocumentProgress } from '@parvis/contract'
import { describe, expect, it } from 'vitest'
import {
  filesOnlyQuestion,
  awaitedFiles,
  countPendingFiles,
  filesReducer,
  isAlreadyAdded,
  withoutDeleted,
  statusTextOf,
  type FilesEvent,
  type FilesState,
  filesOverField,
  withRemoveHandlers,
  withUnreadPictures,
} from './files-state.ts'

const file = (name: string) => new File(['x'], name)
const run = (...events: FilesEvent[]): FilesState =>
  events.reduce(filesReducer, { attached: [{ document_id: 'ancien', filename: 'ancien.pdf', questionsBefore: null }], uploads: [] })
const life = (id: string, state: DocumentProgress['state'], state_reason: string | null = null): [string, DocumentProgress] => [
  id,
  { id, state, state_reason } as DocumentProgress,
]
const kept = (key: string, since = 1): FilesEvent => ({
  type: 'kept',
  key,
  document: { document_id: key, filename: `${key}.txt` },
  earlierQuestions: ['q1', 'q2'].slice(0, since),
})
const chosen = (...keys: string[]): FilesEvent => ({ type: 'chosen', files: keys.map((key) => ({ key, file: file(`${key}.txt`) })) })
const refused = (key: string): FilesEvent => ({ type: 'refused', key, refusal: 'Ce fichier est vide.', canRetry: false })

describe('what a question has ahead', () => {
  it('files on their way and files not read yet are waited for; refused and unreadable ones are not', () => {
    const state = run(chosen('a', 'b', 'c', 'd'), kept('a'), kept('b'), refused('c'))
    const lives = new Map([life('ancien', 'indexe'), life('a', 'en_cours'), life('b', 'echec', 'protégé')])
    expect(countPendingFiles(state, lives, 1)).toEqual({ newCount: 2, unready: 2, failed: 2 })
  })

  it('a file that waits for another day, and says so, is not waited for', () => {
    const lives = new Map([life('ancien', 'indexe'), life('a', 'en_attente', 'la suite demain')])
    expect(countPendingFiles(run(chosen('a'), kept('a')), lives, 1)).toEqual({ newCount: 1, unready: 0, failed: 0 })
  })

  it('sending without what is waited for gives up that alone: a file that failed, or waits for another day, stays', () => {
    const state = run(chosen('a', 'b', 'c', 'd', 'e'), kept('a'), kept('b'), kept('c'), refused('d'))
    const lives = new Map([life('ancien', 'indexe'), life('a', 'en_attente', 'la suite demain'), life('b', 'echec', 'protégé'), life('c', 'en_cours')])
    const { attached, uploads } = awaitedFiles(state, lives)
    expect([attached.map(({ document_id }) => document_id), uploads.map(({ key }) => key)]).toEqual([['c'], ['e']])
  })

  it('only those that came since the last question can go without words', () => {
    const lives = new Map([life('ancien', 'indexe'), life('a', 'indexe')])
    const state = run(chosen('a'), kept('a'))
    expect([1, 2].map((questions) => countPendingFiles(state, lives, questions).newCount)).toEqual([1, 0])
    expect([filesOnlyQuestion(1), filesOnlyQuestion(2)]).toEqual(['Présentez-moi ce document.', 'Présentez-moi ces documents.'])
  })
})

it('a picture without text is no failure for a model that reads images; any other file without text is', () => {
  const document = (id: string, filename: string) =>
    ({ type: 'kept', key: id, document: { document_id: id, filename, after: 0 }, earlierQuestions: [] }) as const
  const { attached } = run(document('photo', 'Façade.JPG'), document('lettre', 'lettre.pdf'))
  const lives = new Map([life('photo', 'echec', 'aucun texte'), life('lettre', 'echec', 'aucun texte'), life('ancien', 'indexe')])
  const states = [...withUnreadPictures(lives, attached).values()].map(({ state, state_reason }) => [state, state_reason])
  expect(states).toEqual([
    ['indexe', null],
    ['echec', 'aucun texte'],
    ['indexe', null],
  ])
})

it('a file that was refused for want of a network can be sent again, and taken away', () => {
  const lost = run(chosen('a'), { type: 'progressed', key: 'a', percent: 41.6 }, { type: 'refused', key: 'a', refusal: 'Réseau', canRetry: true })
  expect(lost.uploads).toMatchObject([{ percent: 42, refusal: 'Réseau', canRetry: true }])
  expect(filesReducer(lost, { type: 'retried', key: 'a' }).uploads).toMatchObject([{ percent: 0, refusal: null }])
  expect(filesReducer(lost, { type: 'dismissed', key: 'a' }).uploads).toEqual([])
  expect(filesReducer(lost, { type: 'removed', document_id: 'ancien' }).attached).toEqual([])
})

it('says of each file where it is, and nothing of one that can be asked', () => {
  const held = { document_id: 'a', filename: 'a.txt', questionsBefore: null }
  expect([
    statusTextOf({ ...held, document_id: null }, undefined),
    statusTextOf(held, undefined),
    statusTextOf({ ...held, questionsBefore: 0 }, undefined),
    statusTextOf(held, life('a', 'en_cours')[1]),
    statusTextOf(held, life('a', 'echec', 'protégé par un mot de passe')[1]),
    statusTextOf(held, life('a', 'indexe')[1]),
  ]).toEqual([
    { text: 'supprimé', isFailure: false },
    null,
    { text: 'en attente de lecture', isFailure: false },
    { text: 'en cours de lecture', isFailure: false },
    { text: 'protégé par un mot de passe', isFailure: true },
    null,
  ])
})

it('a document deleted elsewhere is waited for no more, and keeps its name', () => {
  const lives = new Map([life('ancien', 'indexe')])
  const state = withoutDeleted(run(chosen('a'), kept('a')), lives)
  expect(state.attached.map(({ document_id, filename }) => `${document_id} ${filename}`)).toEqual(['ancien ancien.pdf', 'null a.txt'])
  expect(countPendingFiles(state, lives, 1)).toEqual({ newCount: 0, unready: 0, failed: 0 })
})

it('the same file is not sent twice, until it is refused or taken away', () => {
  const one = new File(['x'], 'a.txt', { lastModified: 1 })
  const sent = run({ type: 'chosen', files: [{ key: 'a', file: one }] })
  const there = (state: FilesState) => isAlreadyAdded(state, new File(['x'], 'a.txt', { lastModified: 1 }))
  expect([there(sent), there(filesReducer(sent, kept('a'))), there(filesReducer(sent, refused('a')))]).toEqual([true, true, false])
  expect(there(filesReducer(filesReducer(sent, kept('a')), { type: 'removed', document_id: 'a' }))).toBe(false)
  expect(isAlreadyAdded(sent, new File(['xy'], 'a.txt', { lastModified: 1 }))).toBe(false)
})

it('one that could not be read is shown over the field until the next question, then under it', () => {
  const state = run(chosen('a'), kept('a'))
  const lives = new Map([life('a', 'echec', 'illisible'), life('ancien', 'indexe')])
  const { earlierQuestions = [] } = state.attached.find(({ document_id }) => document_id === 'a')!
  const names = (questions: readonly string[]) => filesOverField(state, lives, questions).attached.map(({ document_id }) => document_id)
  expect(names(earlierQuestions)).toContain('a')
  expect(names([...earlierQuestions, 'question'])).toEqual(['ancien'])
  const removed: (string | null)[] = []
  const marked = withRemoveHandlers(state, lives, ({ document_id }) => removed.push(document_id))
  for (const { onRemove } of marked) onRemove?.(null!)
  expect(removed).toEqual(['a'])
})
