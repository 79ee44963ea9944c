import { expect, test } from 'vitest'
import { canChangeDocument } from './documents.ts'

const anne = { id: 'anne', is_admin: false }
const bruno = { id: 'bruno', is_admin: false }
const admin = { id: 'zoé', is_admin: true }
const shared = { owner_id: null, uploader_id: 'anne', category_is_theirs: false, corpus_code: null }
const orphan = { ...shared, uploader_id: null }
const own = { ...shared, owner_id: 'anne' }

test('of a shared document, its uploader and administrators change it, and whoever keeps its category', () => {
  expect([anne, bruno, admin].map((person) => canChangeDocument(person, shared))).toEqual([true, false, true])
  expect(canChangeDocument(bruno, { ...shared, category_is_theirs: true })).toBe(true)
})

test('a document whose uploader left is the administrators’ to change', () => {
  expect([anne, admin].map((person) => canChangeDocument(person, orphan))).toEqual([false, true])
})

test('a private document is its owner’s alone, whoever administers', () => {
  expect([anne, bruno, admin].map((person) => canChangeDocument(person, own))).toEqual([true, false, false])
})

test('a code of a corpus is nobody’s to change, not even the administrators’', () => {
  const code = { ...orphan, corpus_code: 'CGCT', category_is_theirs: true }
  expect([anne, bruno, admin].map((person) => canChangeDocument(person, code))).toEqual([false, false, false])
})
