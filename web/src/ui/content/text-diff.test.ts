import { expect, it } from 'vitest'
import { diffWords, shortenUnchanged, type TextDiffPart } from './text-diff.ts'

const side = (pieces: readonly TextDiffPart[], without: TextDiffPart['kind']) =>
  pieces
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('')

it('shows the words that change, and loses none of either text', () => {
  const before = 'Tu rédiges des délibérations.\nTu restes bref.'
  const after = 'Tu rédiges des arrêtés.\nTu restes bref, et poli.'
  const pieces = diffWords(before, after)
  expect(pieces).toContainEqual({ text: 'délibérations', kind: 'removed' })
  expect(pieces).toContainEqual({ text: 'arrêtés', kind: 'added' })
  expect(side(pieces, 'added')).toBe(before)
  expect(side(pieces, 'removed')).toBe(after)
})

it('says nothing of equal texts', () => {
  expect(diffWords('Pareil', 'Pareil')).toEqual([{ text: 'Pareil', kind: 'same' }])
  expect(diffWords('', '')).toEqual([])
})

it('gives up in time on two long texts that have nothing in common', () => {
  const words = (of: string) => Array.from({ length: 4_000 }, (_, at) => `${of}${at}`).join(' ')
  const pieces = diffWords(words('a'), words('b'))
  expect(pieces.map(({ kind }) => kind)).toEqual(['removed', 'added'])
})

it('cuts what is long and kept, never what changed', () => {
  const long = 'mot '.repeat(500)
  const pieces = shortenUnchanged(diffWords(`${long}avant ${long}`, `${long}après ${long}`))
  expect(pieces.find(({ kind }) => kind === 'added')?.text).toBe('après')
  expect(pieces.every(({ text }) => text.length < 400)).toBe(true)
  expect(pieces[0]!.text).toMatch(/^\n\[…\]\n/)
})
