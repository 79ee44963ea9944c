import { contentKey, toRichText, type Block } from '@parvis/written-document'
import fc from 'fast-check'
import { Node } from 'prosemirror-model'
import { EditorState, TextSelection } from 'prosemirror-state'
import { expect, it } from 'vitest'
import { applyBlocks } from './apply-blocks.ts'
import { anyBlocks } from './blocks.fixture.ts'
import { blocksOfDoc, docOfBlocks, editedNote } from './conversion.ts'
import { schema } from './schema.ts'

/** The same document as new nodes, so that no conversion is remembered. */
const copyOf = (doc: Node) => Node.fromJSON(schema, JSON.parse(JSON.stringify(doc)))

it('blocks become a document and come back the same', () => {
  fc.assert(
    fc.property(anyBlocks, (blocks) => {
      const doc = docOfBlocks(blocks)
      doc.check()
      expect(blocksOfDoc(copyOf(doc)).map((block) => [block.id, contentKey(block)])).toEqual(blocks.map((block) => [block.id, contentKey(block)]))
    }),
    { numRuns: 300 },
  )
})

it('a document becomes blocks and comes back the same', () => {
  fc.assert(
    fc.property(anyBlocks, (blocks) => {
      const doc = copyOf(docOfBlocks(blocks))
      expect(docOfBlocks(structuredClone(blocksOfDoc(doc))).eq(doc)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

it('an empty document is an empty paragraph, and a block that does not change stays the same object', () => {
  expect(blocksOfDoc(docOfBlocks([]))).toMatchObject([{ kind: 'paragraph', style: 'body', text: '' }])
  const blocks: Block[] = [
    { id: 'a', kind: 'rule' },
    { id: 'b', kind: 'quote', text: 'Un' },
  ]
  expect(blocksOfDoc(docOfBlocks(blocks))[1]).toBe(blocks[1])
})

it('any document changes into any other, and only where they differ', () => {
  fc.assert(
    fc.property(anyBlocks, anyBlocks, fc.array(fc.nat({ max: 7 })), (left, right, shared) => {
      // Some blocks are the same in both, some have another content, some another position.
      const target = [...right]
      for (const index of new Set(shared)) {
        const block = left[index]
        if (block) target.splice(index % (target.length + 1), 0, index % 2 === 0 ? block : { ...right[0]!, id: block.id })
      }
      const state = EditorState.create({ doc: docOfBlocks(left) })
      const next = state.apply(applyBlocks(state, target) ?? state.tr)
      next.doc.check()
      expect(blocksOfDoc(copyOf(next.doc)).map((block) => [block.id, contentKey(block)])).toEqual(target.map((block) => [block.id, contentKey(block)]))
    }),
    { numRuns: 500 },
  )
})

it('the selection stays in its block when others change above and below, and in its text when its end changes', () => {
  const text = (id: string, words: string): Block => ({ id, kind: 'paragraph', style: 'body', text: words })
  const doc = docOfBlocks([text('a', 'Premier'), text('b', 'Deuxième'), text('c', 'Troisième')])
  const caret = doc.child(0).nodeSize + 4
  const state = EditorState.create({ doc, selection: TextSelection.create(doc, caret) })
  const tr = applyBlocks(state, [text('n', 'Nouveau'), text('a', 'Autre'), text('b', 'Deuxième, et la suite'), text('d', 'Fin')])!
  const { $from } = state.apply(tr).selection
  expect([$from.parent.attrs['id'], $from.parentOffset]).toEqual(['b', 3])
})

it('a note whose plain text is edited keeps the marks of the rest', () => {
  const note = toRichText([{ text: 'Voir ' }, { text: 'infra', marks: ['italic'] }, { text: ', page 3' }])
  expect(editedNote(note, 'Voir infra, page 4')).toEqual([{ text: 'Voir ' }, { text: 'infra', marks: ['italic'] }, { text: ', page 4' }])
  expect(editedNote('Voir', 'Voir')).toBe('Voir')
})
