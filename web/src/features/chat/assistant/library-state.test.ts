import type { LibraryCategory } from '@parvis/contract'
import { expect, it } from 'vitest'
import { libraryState } from '../../../chat/context/library-state.ts'

const code: LibraryCategory = {
  name: 'code',
  former_names: ['lois'],
  display_name: 'Code général',
  document_count: 2,
  indexed_count: 2,
  unreadable_count: 0,
  vector_store_exists: true,
  files: [],
}

it('names the library as people know it, and says when it is gone', () => {
  expect(libraryState('code', [code])).toEqual({ label: 'Code général', isUnavailable: false })
  expect(libraryState('Lois', [code])).toEqual({ label: 'Code général', isUnavailable: false })
  expect(libraryState('notes', [code])).toEqual({ label: 'notes', isUnavailable: true })
  expect(libraryState('notes', [])).toEqual({ label: 'notes', isUnavailable: true })
})

it('says nothing before it knows, nor without a library', () => {
  expect(libraryState('code', undefined)).toEqual({ label: 'code', isUnavailable: false })
  expect(libraryState(null, [code])).toBeNull()
})
