import type { LibraryDocument } from '@parvis/contract'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api/transport/api-error.ts'
import { categoryChoices, countSentence, changesOf, editableFields, documentSearchParams, missingIds, runningIds, withState } from './document-list.ts'
import { describeDocumentError, documentMessages } from './document-messages.ts'
import { queueReducer, sendLabel, sendableFiles, type QueuedFile } from './upload-queue.ts'

const doc = (id: string, changes: Partial<LibraryDocument> = {}): LibraryDocument => ({
  id,
  original_filename: `${id}.pdf`,
  description: '',
  category: 'Code',
  file_size_readable: '1 ko',
  uploader_name: 'A',
  upload_date: '2026-01-01T00:00:00Z',
  state: 'indexe',
  state_reason: null,
  page_count: null,
  progress: null,
  warnings: [],
  can_edit: true,
  is_corpus: false,
  valid_from: null,
  valid_until: null,
  review_by: null,
  supersedes_id: null,
  version_date: null,
  in_force_until: null,
  superseded_by_id: null,
  superseded_on: null,
  force: 'en_vigueur',
  review_due: false,
  ...changes,
})

describe('the list', () => {
  it('is in the order of the address, the last added first when it names none that is known', () => {
    expect(['name', 'size', '', 'hasard'].map((asked) => documentSearchParams.sort.read(asked))).toEqual(['name', 'size', 'recent', 'recent'])
  })

  it('follows the documents that are being read, a hundred at once', () => {
    const list = [doc('a'), doc('b', { state: 'en_attente' }), doc('c', { state: 'en_cours' }), doc('d', { state: 'echec' })]
    expect(runningIds(list)).toEqual(['b', 'c'])
    expect(runningIds(Array.from({ length: 140 }, (_, at) => doc(String(at), { state: 'en_attente' })))).toHaveLength(100)
    const lives = new Map([['b', { id: 'b', state: 'indexe' as const, state_reason: null, page_count: 3, progress: null, warnings: [] }]])
    expect(withState(list[1]!, lives)).toMatchObject({ original_filename: 'b.pdf', state: 'indexe', page_count: 3 })
    expect(withState(list[0]!, lives)).toEqual(list[0])
  })

  it('knows what was deleted, or closed to the person, while it was being read', () => {
    const life = (id: string, state: LibraryDocument['state']) => ({ id, state, state_reason: null, page_count: null, progress: null, warnings: [] })
    expect(missingIds(['a', 'b'], [life('b', 'echec'), life('a', 'en_cours')])).toEqual([])
    expect(missingIds(['a', 'b', 'c'], [life('b', 'en_cours')])).toEqual(['a', 'c'])
  })

  it('changes of a document what the person has changed only: a colleague may have moved it meanwhile', () => {
    const shown = doc('a', { category: 'Code', description: 'Séance de mars' })
    const edited = (changes: Partial<ReturnType<typeof editableFields>>) => changesOf(shown, { ...editableFields(shown), ...changes })
    expect(edited({ description: 'Séance d’avril' })).toEqual({ description: 'Séance d’avril' })
    expect(edited({ category: 'Voirie' })).toEqual({ category: 'Voirie' })
    expect(edited({ description: '', valid_from: '2024-03-01' })).toEqual({ description: '', valid_from: '2024-03-01' })
    expect(edited({})).toEqual({})
    const dated = doc('a', { valid_until: '2024-03-01', supersedes_id: 'b' })
    expect(changesOf(dated, { ...editableFields(dated), valid_until: '' })).toEqual({ valid_until: '' })
  })

  it('counts the documents in force, and offers the categories that hold some, even of the past', () => {
    const counted = {
      categories: ['Code', 'Notes internes', 'Passée', 'Vide'],
      counts: { Code: 2, 'Notes internes': 3, Passée: 0, Vide: 0 },
      totals: { Code: 3, 'Notes internes': 3, Passée: 1, Vide: 0 },
    }
    expect(categoryChoices(counted, '')).toEqual([
      { name: '', count: 5 },
      { name: 'Code', count: 2 },
      { name: 'Notes internes', count: 3 },
      { name: 'Passée', count: 0 },
    ])
    expect(categoryChoices(counted, 'Vide').at(-1)).toEqual({ name: 'Vide', count: 0 })
    expect([countSentence(3, 2), countSentence(3, 3), countSentence(1, undefined)]).toEqual([
      '3\u00a0documents, dont 2 en vigueur',
      '3\u00a0documents',
      '1\u00a0document',
    ])
    expect(categoryChoices(counted, 'Disparue').at(-1)).toEqual({ name: 'Disparue', count: 0 })
  })
})

describe('the sentence of a failure', () => {
  it.each([
    [
      'the server’s own',
      new ApiError(413, { error: 'Ce fichier dépasse la taille permise.', code: 'documents.too_large' }),
      'Ce fichier dépasse la taille permise.',
    ],
    [
      'only why, of a file whose name stands beside',
      new ApiError(422, { error: '« a.txt » : ce fichier est vide.', fields: { file: 'Ce fichier est vide.' }, code: 'documents.empty' }),
      'Ce fichier est vide.',
    ],
    ['a fallback for a proxy’s page', new ApiError(502), documentMessages.upload],
    ['« Erreur de connexion » without an answer', new ApiError(0), 'Erreur de connexion'],
    ['the end of the session', new ApiError(401, { error: 'x', code: 'auth.expired' }), 'Session expirée. Redirection vers la connexion...'],
    ['a fallback for anything else', new Error('boom'), documentMessages.upload],
  ])('is %s', (_, error, sentence) => expect(describeDocumentError(error, documentMessages.upload)).toBe(sentence))
})

it('an action that failed without a word of the server says the sentence of the specification', () => {
  expect(
    (['load', 'download', 'remove', 'upload', 'update'] as const).map((action) => describeDocumentError(new ApiError(502), documentMessages[action])),
  ).toEqual([
    'Erreur lors du chargement des documents',
    'Erreur lors du téléchargement',
    'Erreur lors de la suppression',
    "Erreur lors de l'upload",
    'Erreur lors de la mise à jour',
  ])
})

describe('the upload queue', () => {
  const file = (name: string) => new File(['x'], name, { lastModified: 1 })
  const added = (...names: string[]) => queueReducer([], { type: 'added', files: names.map((name) => ({ key: name, file: file(name) })) })

  it('takes each file once', () => {
    expect(queueReducer(added('a', 'b'), { type: 'added', files: [{ key: 'z', file: file('a') }] }).map(({ key }) => key)).toEqual(['a', 'b'])
    expect(queueReducer(added('a', 'b'), { type: 'removed', key: 'a' }).map(({ key }) => key)).toEqual(['b'])
  })

  it('goes on after a refusal, and sends again what was refused only', () => {
    let queue: readonly QueuedFile[] = added('a', 'b')
    queue = queueReducer(queue, { type: 'sending', key: 'a' })
    queue = queueReducer(queue, { type: 'progress', key: 'a', percent: 40 })
    expect(queue[0]).toMatchObject({ state: 'sending', progress: 40 })
    queue = queueReducer(queue, { type: 'failed', key: 'a', failure: 'Ce fichier est vide.' })
    queue = queueReducer(queueReducer(queue, { type: 'sending', key: 'b' }), { type: 'done', key: 'b' })
    expect(queue.map(({ state }) => state)).toEqual(['failed', 'done'])
    expect(sendableFiles(queue).map(({ key }) => key)).toEqual(['a'])
    expect(sendLabel(queue)).toBe('Réessayer')
    expect(queueReducer(queue, { type: 'sending', key: 'a' })[0]).toMatchObject({ failure: null, progress: 0 })
  })

  it('sends nothing twice: what waits behind a file that is on its way leaves with it', () => {
    const queue = queueReducer(added('a', 'b'), { type: 'sending', key: 'a' })
    expect(sendableFiles(queue)).toEqual([])
    expect(sendableFiles(queueReducer(queue, { type: 'failed', key: 'a', failure: 'Erreur de connexion' })).map(({ key }) => key)).toEqual(['a', 'b'])
  })

  it('names its button after what it sends', () => {
    expect([added(), added('a'), added('a', 'b')].map(sendLabel)).toEqual(['Charger', 'Charger', 'Charger 2\u00a0fichiers'])
  })
})
