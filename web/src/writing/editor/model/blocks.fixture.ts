import { newBlockId, normalizeBlock, type Block, type BlockContent, type Mark, type RichText, type Span } from '@parvis/written-document'
import fc from 'fast-check'

const marks: readonly Mark[] = ['bold', 'italic', 'underline', 'strike', 'highlight', 'code', 'raised']
const words = fc.oneof(
  fc.string({ maxLength: 12, unit: 'grapheme' }),
  fc.constantFrom('Vu le code', '[À COMPLÉTER]', 'ligne\nsuivante', ' ', 'l’article\u00a03'),
)
const span: fc.Arbitrary<Span> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ text: words, marks: fc.uniqueArray(fc.constantFrom(...marks), { maxLength: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ text: words, link: fc.constantFrom('https://www.legifrance.gouv.fr', 'mailto:mairie@ville.fr') }) },
  { weight: 1, arbitrary: words.map((note) => ({ note })) },
)
/** Rich texts, without the characters that a document of the editor cannot hold. */
const richText: fc.Arbitrary<RichText> = fc.array(span, { maxLength: 4 })

const table = fc.integer({ min: 1, max: 4 }).chain((columns) => {
  const cells = fc.array(richText, { minLength: columns, maxLength: columns })
  return fc.record({
    kind: fc.constant('table' as const),
    aligns: fc.array(fc.constantFrom('left' as const, 'center' as const, 'right' as const, null), { minLength: columns, maxLength: columns }),
    header: cells,
    rows: fc.array(cells, { minLength: 1, maxLength: 3 }),
  })
})

const content: fc.Arbitrary<BlockContent> = fc.oneof(
  fc.record({ kind: fc.constant('heading' as const), level: fc.integer({ min: 1, max: 6 }), text: richText }),
  fc.record({
    kind: fc.constant('paragraph' as const),
    style: fc.constantFrom('body' as const, 'visa' as const, 'considerant' as const, 'article' as const),
    text: richText,
  }),
  fc.record({ kind: fc.constant('quote' as const), text: richText }),
  fc
    .record({
      kind: fc.constant('item' as const),
      level: fc.integer({ min: 0, max: 8 }),
      marker: fc.constantFrom('bullet' as const, 'figure' as const, 'parenthesis' as const, 'none' as const, 'continued' as const),
      start: fc.option(fc.integer({ min: 0, max: 100_000 }), { nil: undefined }),
      text: richText,
    })
    .map(({ start, ...item }) => (start === undefined ? item : { ...item, start })),
  fc.record({ kind: fc.constant('code' as const), text: words }),
  table,
  fc.constant({ kind: 'rule' as const }),
)

/** Documents of every kind of block, in their one form. */
export const anyBlocks: fc.Arbitrary<Block[]> = fc
  .array(content, { minLength: 1, maxLength: 8 })
  .map((all) => all.map((one) => ({ id: newBlockId(), ...normalizeBlock(one) })))
