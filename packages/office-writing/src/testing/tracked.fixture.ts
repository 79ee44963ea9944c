import { compareVersions, isNote, spansOf, textsOf, withId, type Block, type BlockContent, type RichText, type Span } from '@parvis/written-document'
import fc from 'fast-check'

/** Versions of one document, which differ in every kind of block. */
export const madePair = (): { before: Block[]; after: Block[] } => {
  const item = (
    level: number,
    text: RichText,
    marker: 'bullet' | 'figure' | 'parenthesis' | 'none' | 'continued' = 'bullet',
    start?: number,
  ): BlockContent => ({
    kind: 'item',
    level,
    marker,
    ...(start === undefined ? {} : { start }),
    text,
  })
  const paragraph = (text: RichText, style: 'body' | 'visa' | 'considerant' | 'article' = 'body'): BlockContent => ({ kind: 'paragraph', style, text })
  const entries: [id: string, before: BlockContent | null, after: BlockContent | null][] = [
    ['title', { kind: 'heading', level: 1, text: 'Délibération n° 12' }, { kind: 'heading', level: 1, text: 'Délibération n° 13' }],
    ['gone', paragraph('Paragraphe retiré d’emblée.'), null],
    ['visa', paragraph('Vu le code général des collectivités territoriales,', 'visa'), paragraph('Vu le code de la commande publique,', 'visa')],
    ['visa2', null, paragraph('Vu le budget primitif,', 'visa')],
    ['visa3', null, paragraph('Vu l’avis de la commission,', 'visa')],
    [
      'cons',
      paragraph(
        [{ text: 'Considérant que la halle est ' }, { text: 'vétuste', marks: ['italic'] }, { note: 'Rapport du 3 mars.' }, { text: ' ;' }],
        'considerant',
      ),
      paragraph(
        [
          { text: 'Considérant que la halle est ' },
          { text: 'très vétuste', marks: ['italic', 'bold'] },
          { note: [{ text: 'Rapport du ' }, { text: '4 mars', marks: ['bold'] }] },
          { text: ' et fermée ;' },
        ],
        'considerant',
      ),
    ],
    ['style', paragraph('Article 1er : le conseil adopte le budget.'), paragraph('Article 1er : le conseil adopte le budget.', 'article')],
    ['i1', item(0, 'premier point', 'figure', 3), item(0, 'premier point', 'figure', 3)],
    ['i2', item(0, 'deuxième point', 'figure'), null],
    ['i3', item(1, 'un détail', 'bullet'), item(1, 'un détail précis', 'bullet')],
    ['i4', item(0, 'troisième point', 'figure'), item(0, 'troisième point', 'figure')],
    ['i4b', item(0, 'suite du point', 'continued'), item(0, 'suite changée du point', 'continued')],
    ['i5', null, item(0, 'quatrième point', 'figure')],
    ['i6', item(0, 'case', 'none'), item(0, 'case', 'bullet')],
    ['i7', item(0, 'autre case', 'none'), item(0, 'autre case', 'bullet')],
    ['q1', { kind: 'quote', text: 'Une citation.' }, { kind: 'quote', text: 'Une longue citation.' }],
    ['q2', { kind: 'quote', text: 'Citation retirée.' }, null],
    [
      't1',
      {
        kind: 'table',
        aligns: ['left', 'right'],
        header: ['Poste', 'Montant'],
        rows: [
          ['Toiture', '12 000 €'],
          ['Murs', '5 000 €'],
          ['Sol', '1 000 €'],
        ],
      },
      {
        kind: 'table',
        aligns: ['left', 'right'],
        header: ['Poste', 'Montant TTC'],
        rows: [
          ['Toiture', '14 000 €'],
          ['Sol', '1 000 €'],
          ['Porte', '800 €'],
        ],
      },
    ],
    ['between', paragraph('Entre deux tableaux.'), null],
    ['t2', { kind: 'table', aligns: [null], header: [''], rows: [['seul']] }, { kind: 'table', aligns: [null], header: [''], rows: [['solitaire']] }],
    ['t3', { kind: 'table', aligns: [null], header: ['Retiré'], rows: [['un'], ['deux']] }, null],
    ['t4', null, { kind: 'table', aligns: [null, null], header: ['Ajouté', 'ici'], rows: [['trois', 'quatre']] }],
    ['code', { kind: 'code', text: 'SELECT 1\nFROM a' }, { kind: 'code', text: 'SELECT 2\nFROM b' }],
    ['rule', null, { kind: 'rule' }],
    [
      'link',
      paragraph([{ text: 'Voir ' }, { text: 'le site', link: 'https://exemple.fr/a' }, { text: '.' }]),
      paragraph([{ text: 'Voir ' }, { text: 'le site ouvert', link: 'https://exemple.fr/a' }, { text: '.' }]),
    ],
    ['lines', paragraph('Une ligne\net une autre'), paragraph('Une ligne\nla deuxième\net une autre')],
    ['moved', null, paragraph('Un paragraphe qui change de place.')],
    ['stay', paragraph('Un paragraphe qui reste.'), paragraph('Un paragraphe qui reste.')],
    ['moved2', paragraph('Un paragraphe qui change de place.'), null],
    ['end', paragraph('Le dernier paragraphe est retiré.'), null],
    ['end2', { kind: 'table', aligns: [null], header: [''], rows: [['dernier tableau']] }, null],
  ]
  const side = (at: 1 | 2) => entries.flatMap((entry) => (entry[at] === null ? [] : [withId(entry[at]!, entry[0].replace('moved2', 'moved'))]))
  return { before: side(1), after: side(2) }
}

const word = fc.constantFrom('conseil', 'budget', 'halle', 'vote', '12 000 €', 'l’article', 'maire', '«', '& <b>', 'adopte', 'très', 'œuvre')
const words = fc.array(word, { minLength: 1, maxLength: 12 }).map((all) => all.join(' '))
const richText: fc.Arbitrary<RichText> = fc.oneof(
  { weight: 3, arbitrary: words },
  fc.array(
    fc.oneof<fc.Arbitrary<Span>[]>(
      words.map((text) => ({ text: `${text} ` })),
      fc.record({ text: words, marks: fc.subarray(['bold', 'italic', 'underline'] as const) }),
      words.map((text) => ({ text, link: 'https://exemple.fr/page' })),
      words.map((note) => ({ note })),
    ),
    { minLength: 1, maxLength: 4 },
  ),
)
const content: fc.Arbitrary<BlockContent> = fc.oneof<fc.Arbitrary<BlockContent>[]>(
  fc.record({ kind: fc.constant('heading' as const), level: fc.integer({ min: 1, max: 4 }), text: words }),
  fc.record({ kind: fc.constant('paragraph' as const), style: fc.constantFrom('body' as const, 'visa' as const, 'article' as const), text: richText }),
  fc.record({ kind: fc.constant('quote' as const), text: richText }),
  fc.record({
    kind: fc.constant('item' as const),
    level: fc.integer({ min: 0, max: 2 }),
    marker: fc.constantFrom('bullet' as const, 'figure' as const, 'continued' as const),
    text: richText,
  }),
  fc.record({ kind: fc.constant('code' as const), text: words }),
  fc.record({
    kind: fc.constant('table' as const),
    aligns: fc.constant([null, null]),
    header: fc.tuple(words, words),
    rows: fc.array(fc.tuple(richText, richText), { minLength: 1, maxLength: 4 }),
  }),
)

/** Pair of versions: blocks kept, rewritten, deleted, inserted and moved at random. */
export const randomPair: fc.Arbitrary<{ before: Block[]; after: Block[] }> = fc
  .array(fc.record({ content, edit: fc.constantFrom('keep', 'keep', 'rewrite', 'delete', 'insert', 'move'), other: content }), { minLength: 1, maxLength: 14 })
  .map((entries) => {
    const before: Block[] = []
    const after: Block[] = []
    for (const [at, { content: own, edit, other }] of entries.entries()) {
      const block = withId(own, `b${at}`)
      if (edit !== 'insert') before.push(block)
      if (edit === 'rewrite') after.push(withId(own.kind === other.kind ? other : own, block.id))
      else if (edit === 'move') after.unshift(block)
      else if (edit !== 'delete') after.push(block)
    }
    return { before, after }
  })

/** Words of a text, with those of its notes where they are called. */
const flatText = (text: RichText): string =>
  spansOf(text)
    .map((span) => (isNote(span) ? ` ${flatText(span.note)}` : span.text))
    .join('')

/** Words of a document. Spaces are not compared: those of cells and of typography are the writer's. */
export const wordsOf = (blocks: readonly BlockContent[]): string => withoutSpaces(blocks.flatMap((block) => textsOf(block).map(flatText)).join(''))

export const withoutSpaces = (text: string): string => text.replace(/[\s\u00a0\u202f]+/g, '')

export const stepsOf = ({ before, after }: { before: Block[]; after: Block[] }) => compareVersions(before, after)
