import type { Proposal, WrittenBlock } from '@parvis/contract'
import { expect, it } from 'vitest'
import { createState } from '../create-state.ts'
import { proposalDecorations, proposalsMeta } from './proposal-marks.ts'

const actions = { openSpan: () => false, editLink: () => false, insertNote: () => false, onDropped: () => undefined }
const text = (id: string, words: string): WrittenBlock => ({ id, kind: 'paragraph', style: 'body', text: words })
const blocks = [text('a', 'Le repas coûte trois euros.'), text('b', 'Fin.')]
const proposal = (fields: Partial<Proposal>): Proposal => ({
  id: 'p',
  message_id: null,
  kind: 'replace',
  state: 'open',
  before: null,
  after: null,
  before_blocks: [],
  after_blocks: [],
  above: null,
  created_at: '2026-11-30T00:00:00Z',
  ...fields,
})

const drawn = (fields: Partial<Proposal>) => {
  const state = createState(blocks, actions)
  const next = state.apply(state.tr.setMeta(proposalsMeta, [proposal(fields)]))
  return proposalDecorations(next).map(({ from, to }) => [from, to, next.doc.textBetween(from, to)])
}

it('draws the words that a proposal deletes and inserts', () => {
  expect(drawn({ before_blocks: [blocks[0]!], after_blocks: [text('a', 'Le repas coûte quatre euros.')] })).toEqual([
    [16, 21, 'trois'],
    [21, 21, ''],
  ])
})

it('draws a deleted block whole, and an inserted one below the block above it', () => {
  expect(drawn({ kind: 'delete', before_blocks: [blocks[1]!] })).toEqual([[29, 35, 'Fin.']])
  expect(drawn({ kind: 'insert', above: 'a', after_blocks: [text('n', 'Nouveau.')] })).toEqual([[29, 29, '']])
  expect(drawn({ kind: 'insert', above: null, after_blocks: [text('n', 'Nouveau.')] })).toEqual([[0, 0, '']])
})

it('draws a block changed since whole, and nothing of a decided proposal or of a block that is gone', () => {
  expect(drawn({ before_blocks: [text('a', 'Autre.')], after_blocks: [text('a', 'Encore autre.')] })).toEqual([
    [0, 29, 'Le repas coûte trois euros.'],
    [29, 29, ''],
  ])
  expect(drawn({ state: 'accepted', kind: 'delete', before_blocks: [blocks[1]!] })).toEqual([])
  expect(drawn({ kind: 'insert', above: 'z', after_blocks: [text('n', 'Nouveau.')] })).toEqual([])
})
