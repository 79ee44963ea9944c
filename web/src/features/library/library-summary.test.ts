import type { LibraryCategory } from '@parvis/contract'
import { expect, it } from 'vitest'
import { chosenCategory, filesSummary, indexSentence, lostCategory } from './library-summary.ts'

const category = (name: string, document_count = 1): LibraryCategory => ({
  name,
  former_names: [],
  display_name: name,
  document_count,
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

it('knows the category that is not there any more', () => {
  const list = [category('Code'), category('Notes internes')]
  expect([lostCategory(list, 'disparue'), lostCategory(list, 'Code'), lostCategory(list, null)]).toEqual(['disparue', null, null])
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

it('says whether the index is there', () => {
  expect([true, false].map((vector_store_exists) => indexSentence({ vector_store_exists }))).toEqual(['Index prêt', 'Index en cours de construction'])
})
