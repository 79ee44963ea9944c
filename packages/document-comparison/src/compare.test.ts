import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareDocuments, trackChanges } from './compare.ts'
import { keyOf } from './text/fold.ts'
import { madeDocuments, otherTypography, withText, writeDocument, type MadeDocument } from './testing/pairs.ts'
import type { Change, ComparedBlock, ComparedDocument } from './types.ts'

const clone = (document: MadeDocument): MadeDocument => ({
  ...document,
  sections: document.sections.map(({ title, blocks }) => ({ title, blocks: [...blocks] })),
})

/** Writes a change on one line: « changed: old → new ». */
const line = ({ kind, before, after }: Pick<Change, 'kind'> & { before: { text: string } | null; after: { text: string } | null }) =>
  `${kind}: ${[before?.text, after?.text].filter((text) => text !== undefined).join(' → ')}`

const paragraph = (text: string): ComparedBlock => ({ kind: 'paragraph', text })
const one = (kind: 'paragraph' | 'list_item', ...texts: string[]): ComparedDocument => ({
  pages: [{ page: null, blocks: texts.map((text) => ({ kind, text })) }],
})
const rows = (...lines: string[][]): ComparedDocument => ({ pages: [{ page: null, blocks: [{ kind: 'table', header: true, rows: lines }] }] })

/** Titles that are numbered otherwise in the new document, as expected changes. */
function renumbered(before: MadeDocument, after: MadeDocument, except: readonly string[] = []): string[] {
  return before.sections.flatMap((section, at) => {
    const next = after.sections.findIndex(({ blocks }) => blocks[0] === section.blocks[0])
    const text = before.numbering(at + 1, section.title)
    return next === -1 || next === at || except.includes(text) ? [] : [`changed: ${text} → ${after.numbering(next + 1, section.title)}`]
  })
}

interface Edit {
  name: string
  /** Changes the copy. Returns the expected changes, without the renumbered titles. */
  apply: (after: MadeDocument, before: MadeDocument) => string[]
  /** Titles that a move covers. */
  movedTitles?: (before: MadeDocument) => string[]
}

const blockText = (block: ComparedBlock | undefined) => (block === undefined || block.kind === 'table' ? '' : block.text)

const edits: Edit[] = [
  {
    name: 'only typography',
    apply: (after) => {
      for (const section of after.sections) {
        section.title = otherTypography(section.title).toUpperCase()
        section.blocks = section.blocks.map((block) => withText(block, otherTypography))
      }
      after.title = after.title.toUpperCase()
      return []
    },
  },
  {
    name: 'a number in a sentence',
    apply: (after) => {
      const blocks = after.sections[5]!.blocks
      const old = blockText(blocks[0])
      blocks[0] = paragraph(`${old.slice(0, -1)}, dans un délai de 12 jours.`)
      return [`changed: ${old} → ${blockText(blocks[0])}`]
    },
  },
  {
    name: 'an article inserted, the next ones renumbered',
    apply: (after) => {
      after.sections.splice(2, 0, {
        title: after.sections[0]!.title === '' ? '' : 'Dispositions nouvelles',
        blocks: [paragraph('Un comité de suivi se réunit chaque semestre.')],
      })
      return [`added: ${after.numbering(3, after.sections[2]!.title)}`, 'added: Un comité de suivi se réunit chaque semestre.']
    },
  },
  {
    name: 'an article removed, the next ones renumbered',
    apply: (after, before) => {
      after.sections.splice(3, 1)
      const { title, blocks } = before.sections[3]!
      return [`removed: ${before.numbering(4, title)}`, ...blocks.map((block) => `removed: ${blockText(block)}`)]
    },
  },
  {
    name: 'the last section moved to the front',
    apply: (after, before) => {
      after.sections.unshift(...after.sections.splice(5, 1))
      const { title, blocks } = before.sections[5]!
      const text = blocks.map(blockText).join('\n')
      return [`moved: ${before.numbering(6, title)}\n${text} → ${after.numbering(1, title)}\n${text}`]
    },
    movedTitles: (before) => [before.numbering(6, before.sections[5]!.title)],
  },
  {
    name: 'a paragraph doubled',
    apply: (after) => {
      const { blocks } = after.sections[3]!
      blocks.push(blocks[0]!)
      return [`added: ${blockText(blocks[0])}`]
    },
  },
  {
    name: 'paragraphs cut and joined',
    apply: (after) => {
      for (const section of after.sections)
        section.blocks = section.blocks.flatMap((block): ComparedBlock[] =>
          block.kind === 'paragraph' ? block.text.split(/(?<=\.) (?=\p{Lu})/u).map(paragraph) : [block],
        )
      return []
    },
  },
  {
    name: 'a paragraph removed and another added elsewhere',
    apply: (after) => {
      const [removed] = after.sections[4]!.blocks.splice(0, 1)
      after.sections[1]!.blocks.push(paragraph('Le maire tranche les difficultés d’application.'))
      after.sections[4]!.blocks.push(paragraph('Une copie est remise à chaque signataire.'))
      return [`removed: ${blockText(removed)}`, 'added: Le maire tranche les difficultés d’application.', 'added: Une copie est remise à chaque signataire.']
    },
  },
  {
    name: 'a paragraph moved to another section',
    apply: (after) => {
      const [moved] = after.sections[5]!.blocks.splice(0, 1)
      after.sections[0]!.blocks.push(moved!)
      after.sections[5]!.blocks.push(paragraph('Voir l’annexe technique.'))
      return [`moved: ${blockText(moved)} → ${blockText(moved)}`, 'added: Voir l’annexe technique.']
    },
  },
  {
    name: 'typography everywhere and one word',
    apply: (after, before) => {
      for (const section of after.sections) section.blocks = section.blocks.map((block) => withText(block, otherTypography))
      const { blocks } = after.sections[0]!
      const old = blockText(before.sections[0]!.blocks[0])
      blocks[0] = withText(blocks[0]!, (text) => text.replace(/la commune|tous|soutien/, 'l’établissement'))
      return [`changed: ${old} → ${blockText(blocks[0])}`]
    },
  },
]

describe('thirty made pairs, exactly their list of changes', () => {
  for (const before of madeDocuments)
    for (const edit of edits)
      test(`${before.title}: ${edit.name}`, () => {
        const after = clone(before)
        const expected = edit.apply(after, before)
        const titles = renumbered(before, after, edit.movedTitles?.(before))
        const { changes } = compareDocuments(writeDocument(before), writeDocument(after))
        expect(changes.map(line).sort()).toEqual([...expected, ...titles].sort())
      })
})

describe('tables', () => {
  const before = rows(['Site', 'Surface', 'Passages'], ['Mairie', '1 200 m²', '5'], ['École', '800 m²', '5'], ['Gymnase', '950 m²', '3'])

  test('a cell, a row added, a row removed', () => {
    const after = rows(['Site', 'Surface', 'Passages'], ['Mairie', '1\u202f200 m²', '4'], ['École', '800 m²', '5'], ['Crèche', '310 m²', '5'])
    const { changes, figures } = compareDocuments(before, after)
    expect(changes.map(line)).toEqual([
      'changed: Mairie | 1 200 m² | 5 → Mairie | 1\u202f200 m² | 4',
      'removed: Gymnase | 950 m² | 3',
      'added: Crèche | 310 m² | 5',
    ])
    expect(figures).toEqual([{ before: '5', after: '4', label: 'Mairie, 1\u202f200 m² – Passages', change: 0 }])
  })

  test('a row removed above one that changed, both named by numbers', () => {
    const bands = (...lines: string[][]) => rows(['Quotient', 'Repas'], ...lines)
    const { changes } = compareDocuments(bands(['de 0 à 400 €', '1,00 €'], ['de 401 à 700 €', '2,35 €']), bands(['de 401 à 700 €', '2,38 €']))
    expect(changes.map(line)).toEqual(['removed: de 0 à 400 € | 1,00 €', 'changed: de 401 à 700 € | 2,35 € → de 401 à 700 € | 2,38 €'])
  })

  test('the repeated head of a table cut by a page is not a row', () => {
    const cut = {
      pages: [before.pages[0]!.blocks[0]!].flatMap((block) =>
        block.kind === 'table'
          ? [
              [0, 1, 2],
              [0, 3],
            ].map((kept) => ({ page: 1, blocks: [{ ...block, rows: kept.map((at) => block.rows[at]!) }] }))
          : [],
      ),
    }
    expect(compareDocuments(before, cut).changes).toEqual([])
  })

  test('rows in another order have moved', () => {
    const after = rows(['Site', 'Surface', 'Passages'], ['Gymnase', '950 m²', '3'], ['Mairie', '1 200 m²', '5'], ['École', '800 m²', '5'])
    expect(compareDocuments(before, after).changes.map(({ kind, after: to }) => [kind, to?.text])).toEqual([['moved', 'Gymnase | 950 m² | 3']])
  })
})

describe('words and figures', () => {
  const figuresOf = (before: string, after: string) =>
    compareDocuments(one('paragraph', before), one('paragraph', after)).figures.map((found) => [found.before, found.after, found.after_unit])

  test.each([
    [
      'Le délai est de deux mois, soit 60 jours.',
      'Le délai est de trois mois, soit 90 jours.',
      [
        ['deux', 'trois', 'mois'],
        ['60', '90', 'jours'],
      ],
    ],
    ['Applicable au 1er janvier 2026.', 'Applicable au 1er juillet 2026.', [['1er janvier 2026', '1er juillet 2026', undefined]]],
    [
      'Pour l’année 2019-2020, selon l’article 4.',
      'Pour l’année 2020-2021, selon l’article 5.',
      [
        ['2019', '2020', undefined],
        ['2020', '2021', undefined],
      ],
    ],
    ['Le prix est de 1 000 € (loi n° 2016-360).', 'Le prix est de 1 250,50 € (loi n° 2019-828).', [['1 000 €', '1 250,50 €', undefined]]],
    ['Une part de 50 % est exigée.', 'Une part de 55 % est exigée.', [['50 %', '55 %', undefined]]],
    ['Le conseil a trois membres.', 'Le conseil a 3 membres élus.', []],
    ['Une commission est créée.', 'Une commission spéciale est créée.', []],
  ])('%s → %s', (before, after, expected) => expect(figuresOf(before, after)).toEqual(expected))

  test('words that typography alone changes are not marked', () => {
    const [change] = compareDocuments(one('paragraph', "L'agent « titulaire » est reçu."), one('paragraph', 'L’agent "titulaire" est convoqué.')).changes
    expect(change?.words?.filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'removed', text: 'reçu' },
      { kind: 'added', text: 'convoqué' },
    ])
  })

  test('a sign that changes the meaning is a change', () => {
    expect(compareDocuments(one('paragraph', 'À 5 °C au plus, 10 % de marge.'), one('paragraph', 'À -5 °C au plus, 10 € de marge.')).changes).toHaveLength(1)
    expect(compareDocuments(one('paragraph', 'Le seuil est de 1,5.'), one('paragraph', 'Le seuil est de 15.')).changes).toHaveLength(1)
  })
})

test('of two parts exchanged the shorter one has moved, even when most of the longer one changed', () => {
  const heading = (text: string): ComparedBlock => ({ kind: 'heading', level: 2, text })
  const short = paragraph('L’usage des postes est limité à une heure par jour et par personne.')
  const document = (...blocks: ComparedBlock[]): ComparedDocument => ({ pages: [{ page: null, blocks }] })
  const longPart = (loans: number, days: number) => [
    heading('Prêt'),
    paragraph(`Chaque lecteur inscrit emprunte ${loans} documents à la fois pour une durée de ${days} jours.`),
    paragraph(`Les documents réservés sont gardés ${days} heures à l’accueil de la médiathèque centrale.`),
  ]
  const { changes } = compareDocuments(document(...longPart(10, 21), heading('Postes'), short), document(heading('Postes'), short, ...longPart(15, 28)))
  expect(changes.map(({ kind, after }) => [kind, after?.text.split('\n')[0]])).toEqual([
    ['moved', 'Postes'],
    ['changed', 'Chaque lecteur inscrit emprunte 15 documents à la fois pour une durée de 28 jours.'],
    ['changed', 'Les documents réservés sont gardés 28 heures à l’accueil de la médiathèque centrale.'],
  ])
})

test('inside a moved part, what is added, removed or cut in two is told apart', () => {
  const heading = (text: string): ComparedBlock => ({ kind: 'heading', level: 2, text })
  const document = (...blocks: ComparedBlock[]): ComparedDocument => ({ pages: [{ page: null, blocks }] })
  const rest = [
    heading('Accès'),
    paragraph('La salle est ouverte de 9 heures à 18 heures, du lundi au vendredi, toute l’année.'),
    paragraph('Une clé est remise contre signature au gardien.'),
  ]
  const before = document(
    ...rest,
    heading('Prêt'),
    paragraph('Le prêt est gratuit. Il dure un mois.'),
    paragraph('Un dépôt est demandé.'),
    paragraph('Le retour se fait au comptoir.'),
  )
  const after = document(
    heading('Prêt'),
    paragraph('Le prêt est gratuit.'),
    paragraph('Il dure un mois.'),
    paragraph('Le retour se fait au comptoir.'),
    paragraph('Une amende est prévue.'),
    ...rest,
  )
  expect(compareDocuments(before, after).changes.map(line).sort()).toEqual([
    'added: Une amende est prévue.',
    'moved: Prêt\nLe prêt est gratuit. Il dure un mois.\nLe retour se fait au comptoir. → Prêt\nLe prêt est gratuit.\nIl dure un mois.\nLe retour se fait au comptoir.',
    'removed: Un dépôt est demandé.',
  ])
})

test('running headers repeated on each page are not compared', () => {
  const page = (number: number, version: string, text: string) => ({
    page: number,
    blocks: [{ kind: 'paragraph' as const, text: `Version ${version}, page ${number} sur 2`, boilerplate: true as const }, paragraph(text)],
  })
  const texts = ['Le conseil approuve le projet.', 'La séance est levée.']
  const document = (version: string) => ({ pages: texts.map((text, at) => page(at + 1, version, text)) })
  expect(compareDocuments(document('1'), document('2')).changes).toEqual([])
  const longer = document('2')
  longer.pages.push(page(3, '2', 'Le maire signe.'))
  expect(compareDocuments(document('1'), longer).changes).toMatchObject([{ kind: 'added', after: { text: 'Le maire signe.', page: 3 } }])
})

test('a paragraph that moved and changed is one change, at its new place', () => {
  const moved = 'Le bureau se réunit chaque mois à l’initiative du président et fixe l’ordre du jour.'
  const rest = ['L’assemblée adopte le budget annuel.', 'Les statuts sont déposés en préfecture.', 'Le siège est fixé à la maison des associations.']
  const { changes } = compareDocuments(one('paragraph', moved, ...rest), one('paragraph', ...rest, moved.replace('chaque mois', 'chaque trimestre')))
  expect(changes).toMatchObject([{ kind: 'changed', moved: true, words: [{}, { kind: 'removed', text: 'mois' }, { kind: 'added', text: 'trimestre' }, {}] }])
})

test('the steps hold each unit of both documents once, in order, whatever the documents', () => {
  const words = fc.constantFrom('commune', 'délai', 'article', '12', 'de', 'la', 'maire', 'prêt', '30 €')
  const text = fc.array(words, { minLength: 1, maxLength: 8 }).map((all) => all.join(' '))
  const block = fc.oneof(
    text.map((content): ComparedBlock => ({ kind: 'paragraph', text: content })),
    text.map((content): ComparedBlock => ({ kind: 'heading', level: 2, text: content })),
    fc
      .array(fc.array(text, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 })
      .map((content): ComparedBlock => ({ kind: 'table', header: true, rows: content })),
  )
  const document = fc.array(block, { maxLength: 14 }).map((blocks): ComparedDocument => ({ pages: [{ page: 1, blocks }] }))
  fc.assert(
    fc.property(document, document, fc.boolean(), (a, b, isShuffled) => {
      const other = isShuffled ? { pages: [{ page: 1, blocks: [...a.pages[0]!.blocks].reverse() }] } : b
      const { before, after, steps, changes } = trackChanges(a, other)
      const covered = (name: 'before' | 'after') => steps.flatMap((step) => (step as Partial<Record<typeof name, number[]>>)[name] ?? [])
      expect(covered('after')).toEqual(after.map((_, at) => at))
      expect(covered('before').sort((x, y) => x - y)).toEqual(before.map((_, at) => at))
      // What refuses everything restores the old text: the old units appear in their order.
      expect(covered('before')).toEqual(before.map((_, at) => at))
      for (const step of steps)
        if (step.kind === 'same')
          expect(step.before.map((at) => keyOf(before[at]!.text)).join('')).toBe(step.after.map((at) => keyOf(after[at]!.text)).join(''))
      for (const { words: parts, before: from, after: to } of changes.filter(({ kind }) => kind === 'changed')) {
        expect(
          keyOf(
            parts!
              .filter(({ kind }) => kind !== 'added')
              .map((one) => one.text)
              .join(''),
          ),
        ).toBe(keyOf(from!.text))
        expect(
          parts!
            .filter(({ kind }) => kind !== 'removed')
            .map((one) => one.text)
            .join(''),
        ).toBe(to!.text)
      }
      expect(compareDocuments(a, a).changes).toEqual([])
    }),
    { numRuns: 300 },
  )
})
