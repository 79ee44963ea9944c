import type { Proposal, WrittenBlock } from '@parvis/contract'
import { expect, it } from 'vitest'
import { editedBlocks } from './edited-blocks.ts'
import { passagesOf } from './passages.ts'
import { decisionText, unplacedText } from './proposal-words.ts'

const heading = (id: string, text: string): WrittenBlock => ({ id, kind: 'heading', level: 2, text })
const body = (id: string, text: string, style: 'body' | 'article' = 'body'): WrittenBlock => ({ id, kind: 'paragraph', style, text })
const blocks = [body('intro', 'Vu le code'), heading('h1', 'Article 1'), body('a', 'Le délai'), heading('h2', 'Article 2'), body('b', 'Le montant')]

const proposal = (id: string, changes: Partial<Proposal>): Proposal => ({
  id,
  message_id: 'm',
  kind: 'replace',
  state: 'open',
  before: null,
  after: null,
  before_blocks: [],
  after_blocks: [],
  above: null,
  created_at: '2026-11-30T08:00:00.000Z',
  ...changes,
})

it('groups what waits for a decision by heading, in the order of the document; what has no place comes last', () => {
  const passages = passagesOf(
    [
      proposal('second', { before_blocks: [blocks[4]!] }),
      proposal('lost', { state: 'unplaced', reason: 'unknown_block' }),
      proposal('first', { kind: 'insert', above: 'a' }),
      proposal('done', { before_blocks: [blocks[2]!], state: 'accepted' }),
      proposal('top', { kind: 'insert', above: null }),
      proposal('gone', { before_blocks: [body('deleted', 'Autre')], state: 'conflict', reason: 'changed_since' }),
    ],
    blocks,
  )
  expect(passages.map(({ title, isUnplaced, proposals }) => [title, isUnplaced, proposals.map(({ id }) => id)])).toEqual([
    [null, false, ['top']],
    ['Article 1', false, ['first']],
    ['Article 2', false, ['second']],
    [null, true, ['lost', 'gone']],
  ])
})

it('the text of a proposal without place is copied without its marks', () => {
  expect(unplacedText({ after: '@@ remplacer 99\n¶99 Le **texte**\n\nentier\n@@ fin' })).toBe('Le **texte**\n\nentier')
  expect(unplacedText({ after: '@@ supprimer 99' })).toBe('')
})

it('says what became of several decisions', () => {
  const all = [proposal('1', { state: 'accepted' }), proposal('2', { state: 'accepted' }), proposal('3', { state: 'conflict' })]
  expect(decisionText(all)).toBe('2\u00a0modifications acceptées, 1\u00a0passage a changé depuis\u00a0: comparez avant de choisir')
  expect(decisionText([proposal('1', { state: 'refused' })])).toBe('1\u00a0modification refusée')
})

it('a text changed before it is accepted keeps the ids, the styles and the levels of what was proposed', () => {
  const proposed = [heading('h2', 'Article 2'), body('b', 'Le montant', 'article')]
  expect(editedBlocks('# Article deux\n\nLe **montant**', proposed)).toEqual([
    { id: 'h2', kind: 'heading', level: 2, text: 'Article deux' },
    { id: 'b', kind: 'paragraph', style: 'article', text: ['Le ', 'montant'].map((text, at) => (at === 0 ? { text } : { text, marks: ['bold'] })) },
  ])
  expect(editedBlocks('Un\n\nDeux\n\nTrois', proposed).map(({ id }) => id)).toEqual(['h2', 'b', undefined])
})
