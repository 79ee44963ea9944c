import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareDocuments, trackChanges } from './compare.ts'
import { keyOf } from './text/fold.ts'
import { madeDocuments, otherTypography, withText, writeDocument, type MadeDocument } from './testing/pairs.ts'
import { line, one, paragraph } from './testing/compare.fixture.ts'
import type { ComparedBlock, ComparedDocument } from './types.ts'

const clone = (document: MadeDocument): MadeDocument => ({
  ...document,
  sections: document.sections.map(({ title, blocks }) => ({ title, blocks: [...blocks] })),
})

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
