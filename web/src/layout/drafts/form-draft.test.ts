import { expect, test } from 'vitest'
import { changedSince, isSame, parseStoredForm, serialiseForm } from './form-draft.ts'

const saved = { name: 'Voirie', content: 'Un texte' }

test('what was typed comes back with what it was typed upon', () => {
  const kept = { values: { name: 'Voirie', content: 'Un autre' }, base: saved, version: '2026-11-23T10:00:00.000Z' }
  expect(parseStoredForm(serialiseForm(kept), saved)).toEqual(kept)
  // Another person has saved since: the stored values and their base stay the user's.
  expect(parseStoredForm(serialiseForm(kept), { name: 'Voirie', content: 'Le leur' })).toEqual(kept)
})

test('nothing comes back of what is saved already, of nothing, or of what cannot be read', () => {
  expect(parseStoredForm(serialiseForm({ values: saved, base: { name: '', content: '' }, version: undefined }), saved)).toBeNull()
  expect(parseStoredForm('', saved)).toBeNull()
  expect(parseStoredForm('{"values":', saved)).toBeNull()
})

test('a field that the form has had since is taken as it is saved', () => {
  const kept = JSON.stringify({ values: { name: 'Rue' }, base: { name: 'Voirie' } })
  expect(parseStoredForm(kept, saved)?.values).toEqual({ name: 'Rue', content: 'Un texte' })
})

test('two forms are the same when every field is', () => {
  expect(isSame({ ...saved }, saved)).toBe(true)
  expect(isSame({ ...saved, content: 'Un texte ' }, saved)).toBe(false)
})

test('a list of texts is the same when its texts are, in their order', () => {
  expect(isSame({ lines: ['a', 'b'] }, { lines: ['a', 'b'] })).toBe(true)
  for (const lines of [['b', 'a'], ['a'], ['a', 'b', 'c'], []]) expect(isSame({ lines }, { lines: ['a', 'b'] })).toBe(false)
})

test('what differs from what was sent is told, and nothing else', () => {
  const sent = { name: 'Voirie', content: 'Un texte', lines: ['a', 'b'] }
  expect(changedSince({ ...sent, lines: ['a', 'b'] }, sent)).toEqual({})
  expect(changedSince({ ...sent, content: '', lines: ['a'] }, sent)).toEqual({ content: '', lines: ['a'] })
})
