import { expect, test } from 'vitest'
import { canChange, canRead } from './policy.ts'

const anne = { id: 'anne', is_admin: false }
const bruno = { id: 'bruno', is_admin: false }
const admin = { id: 'zoé', is_admin: true }
const shared = { owner_id: null, uploader_id: 'anne' }
const orphan = { owner_id: null, uploader_id: null }
const own = { owner_id: 'anne', uploader_id: 'anne' }

test('everybody reads the shared library, its uploader and administrators change it', () => {
  expect([anne, bruno, admin].map((person) => canRead(person, shared))).toEqual([true, true, true])
  expect([anne, bruno, admin].map((person) => canChange(person, shared))).toEqual([true, false, true])
})

test('a document whose uploader left is the administrators’ to change', () => {
  expect([anne, admin].map((person) => canChange(person, orphan))).toEqual([false, true])
})

test('a private document is its owner’s alone, whoever administers', () => {
  expect([anne, bruno, admin].map((person) => canRead(person, own))).toEqual([true, false, false])
  expect([anne, bruno, admin].map((person) => canChange(person, own))).toEqual([true, false, false])
})
