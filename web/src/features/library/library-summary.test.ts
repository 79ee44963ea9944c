import type { LibraryCategory } from '@parvis/contract'
import { expect, it } from 'vitest'
import { chosenCategory, filesSummary, emptyCategory, indexState, libraryChoices, unavailableCategory, nextPollMs } from './library-summary.ts'

const category = (name: string, document_count = 1): LibraryCategory => ({
  name,
  former_names: [],
  display_name: name,
  document_count,
  indexed_count: document_count,
  unreadable_count: 0,
  vector_store_exists: true,
  files: ['a.pdf'],
})

it('preselects the first category, unless another is asked for', () => {
  const list = [category('Code'), category('Notes internes')]
  expect(chosenCategory(list, null)?.name).toBe('Code')
  expect(chosenCategory(list, 'Notes internes')?.name).toBe('Notes internes')
  expect(chosenCategory(list, 'disparue')?.name).toBe('Code')
  expect(chosenCategory([], 'Code')).toBeNull()
})

it('offers all the categories together first, where there are several', () => {
  const list = [
    { ...category('Code', 3), unreadable_count: 1, indexed_count: 2 },
    { ...category('Notes internes', 4), files: ['b.pdf'] },
  ]
  const [all, ...each] = libraryChoices(list, null)
  expect(each).toEqual(list)
  expect(all).toMatchObject({
    name: '*',
    display_name: 'Toutes les catégories',
    document_count: 7,
    indexed_count: 6,
    unreadable_count: 1,
    files: ['a.pdf', 'b.pdf'],
  })
  expect(chosenCategory(libraryChoices(list, null), null)?.name).toBe('*')
  expect(libraryChoices(list.slice(1), null)).toEqual(list.slice(1))
  expect(libraryChoices(list.slice(1), '*')).toHaveLength(2)
  expect(libraryChoices([], '*')).toEqual([])
  expect([unavailableCategory([], '*'), emptyCategory('*').display_name]).toEqual(['Toutes les catégories', 'Toutes les catégories'])
})

it('knows the category that is not there any more', () => {
  const list = [category('Code'), category('Notes internes')]
  expect([unavailableCategory(list, 'disparue'), unavailableCategory(list, 'Code'), unavailableCategory(list, null)]).toEqual(['disparue', null, null])
})

it('finds a category by the name that it had', () => {
  const list = [category('Code'), { ...category('Permanences'), former_names: ['Astreintes'] }]
  for (const wanted of ['Astreintes', 'astreintes', 'PERMANENCES']) expect(chosenCategory(list, wanted)?.name).toBe('Permanences')
})

it('names three files at most, then counts the others', () => {
  expect(filesSummary({ files: ['a', 'b', 'c', 'd'], document_count: 12 })).toEqual({ names: ['a', 'b', 'c'], others: 'et 9\u00a0autres' })
  expect(filesSummary({ files: ['a', 'b', 'c'], document_count: 4 })).toEqual({ names: ['a', 'b', 'c'], others: 'et 1\u00a0autre' })
  expect(filesSummary({ files: ['a', 'b'], document_count: 2 })).toEqual({ names: ['a', 'b'], others: null })
})

it('says whether the index is there, and how many documents are read', () => {
  const state = (indexed_count: number, document_count: number) => indexState({ document_count, indexed_count, unreadable_count: 0 })
  expect(state(0, 1_112)).toEqual({
    isReady: false,
    sentence: 'Index en cours de construction\u00a0: 0\u00a0document lu sur\u00a01\u202f112',
    unreadableNote: null,
  })
  expect(state(108, 112)).toMatchObject({ isReady: false, sentence: 'Index en cours de construction\u00a0: 108\u00a0documents lus sur\u00a0112' })
  expect(state(112, 112)).toEqual({ isReady: true, sentence: '112\u00a0documents lus', unreadableNote: null })
})

it('does not wait for documents that could not be read, and counts them', () => {
  const state = (indexed_count: number, unreadable_count: number) => indexState({ document_count: 3, indexed_count, unreadable_count })
  expect(state(1, 1)).toMatchObject({ isReady: false, unreadableNote: '1\u00a0n’a pas pu être lu' })
  expect(state(2, 1)).toEqual({ isReady: true, sentence: '2\u00a0documents lus', unreadableNote: '1\u00a0n’a pas pu être lu' })
  expect(state(0, 3)).toEqual({ isReady: false, sentence: 'Rien à interroger', unreadableNote: '3\u00a0n’ont pas pu être lus' })
})

it('looks again while a category is being built, ever more rarely when nothing changes', () => {
  const built = { document_count: 3, indexed_count: 2, unreadable_count: 1 }
  const building = { ...built, unreadable_count: 0 }
  expect([0, 1_000, 10_000, 3_600_000].map((still) => nextPollMs([built, building], still))).toEqual([2_000, 2_000, 5_000, 30_000])
  expect(nextPollMs([built], 0)).toBe(false)
})
