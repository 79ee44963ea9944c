import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  applyProposal,
  blocksOfMarkdown,
  blockText,
  compareRichTexts,
  contentKey,
  contentOf,
  mergeBlocks,
  numberBlocks,
  parseMarks,
  placeChanges,
  plainText,
  resolveRevisions,
  toMarkdown,
  toRichText,
  treeOfBlocks,
  blocksOfTree,
  withId,
  type Block,
  type BlockContent,
  type PlacedProposal,
} from './index.ts'

const act = `# Délibération n° 12

Vu le code général des collectivités territoriales, notamment l’article **L. 2121-29**,

Considérant que la halle est *vétuste*[^1],

Article 1er : Le conseil adopte le budget.

1. première dépense
2. deuxième dépense
   - un détail
   - un autre

> Une citation.

| Poste | Montant |
|:--|--:|
| Toiture | 12 000 € |

---

[Le site](https://exemple.fr/page)

[^1]: Rapport du 3 mars 2024.`

const document = (markdown: string): Block[] => blocksOfMarkdown(markdown).map((content, at) => withId(content, `b${at + 1}`))
const words = (...texts: string[]): Block[] => texts.map((text, at) => ({ id: `b${at + 1}`, kind: 'paragraph', style: 'body', text }))

test('an act becomes blocks with their styles, and Markdown again', () => {
  const blocks = document(act)
  expect(blocks.map((block) => (block.kind === 'paragraph' ? block.style : block.kind))).toEqual([
    'heading',
    'visa',
    'considerant',
    'article',
    'item',
    'item',
    'item',
    'item',
    'quote',
    'table',
    'rule',
    'body',
  ])
  expect(blocks[0]).toEqual({ id: 'b1', kind: 'heading', level: 1, text: 'Délibération n° 12' })
  expect(blocks[2]).toMatchObject({
    text: [{ text: 'Considérant que la halle est ' }, { text: 'vétuste', marks: ['italic'] }, { note: 'Rapport du 3 mars 2024.' }, { text: ',' }],
  })
  expect(blocks.slice(4, 8)).toMatchObject([{ level: 0, marker: 'figure', start: 1 }, { level: 0 }, { level: 1, marker: 'bullet' }, { level: 1 }])
  const again = blocksOfMarkdown(toMarkdown(blocks))
  expect(again.map(contentKey)).toEqual(blocks.map(contentKey))
  expect(blocksOfTree(treeOfBlocks(blocks)).map(contentKey)).toEqual(blocks.map(contentKey))
})

const textOf = fc.stringMatching(/^[a-zà-ü0-9 *_#[\]<>|`~@¶.'’()-]{0,30}$/)
const richOf = fc
  .array(fc.record({ text: textOf, marks: fc.subarray(['bold', 'italic'] as const, { maxLength: 1 }) }), { maxLength: 3 })
  .map((spans) => toRichText(spans))

test('any text of a paragraph survives Markdown', () => {
  fc.assert(
    fc.property(textOf, (text) => {
      const block: BlockContent = { kind: 'quote', text: text.trim().replace(/\s+/g, ' ') }
      if (block.text === '') return
      const [read] = blocksOfMarkdown(toMarkdown([block]))
      expect(read === undefined ? '' : blockText(read)).toBe(block.text)
    }),
    { numRuns: 2000 },
  )
})

test('accepting all revisions gives the new text, refusing all the former one', () => {
  fc.assert(
    fc.property(richOf, richOf, (before, after) => {
      const parts = compareRichTexts(before, after)
      expect(resolveRevisions(parts, 'inserted')).toEqual(after)
      expect(resolveRevisions(parts, 'deleted')).toEqual(before)
    }),
  )
  expect(
    compareRichTexts('un délai de deux mois au plus', 'un délai de trois ans au plus').map(({ revision, span }) => `${revision} ${plainText([span])}`),
  ).toEqual(['same un délai de ', 'deleted deux mois', 'inserted trois ans', 'same  au plus'])
})

test.each<[string, string, string[], string[], string[], number]>([
  ['changes of different blocks are both taken', 'a b c', ['A', 'b', 'c'], ['a', 'b', 'C'], ['A', 'b', 'C'], 0],
  ['a block changed on both sides keeps theirs, and is a conflict', 'a b', ['A', 'b'], ['X', 'b'], ['X', 'b'], 1],
  ['the same change on both sides is no conflict', 'a b', ['A', 'b'], ['A', 'b'], ['A', 'b'], 0],
  ['a block deleted by one and changed by the other stays', 'a b', ['', 'b'], ['A', 'b'], ['A', 'b'], 0],
  ['a block deleted by one goes', 'a b', ['', 'b'], ['a', 'b'], ['b'], 0],
])('merge: %s', (_, base, mine, theirs, merged, conflicts) => {
  const side = (texts: string[]) => words(...texts).filter((block) => blockText(block) !== '')
  const merge = mergeBlocks(words(...base.split(' ')), side(mine), side(theirs))
  expect(merge.blocks.map(blockText)).toEqual(merged)
  expect(merge.conflicts).toHaveLength(conflicts)
})

test('a merge loses no text that one side typed, whatever the edits', () => {
  const edit = fc.array(fc.tuple(fc.nat(9), fc.constantFrom('change', 'delete', 'insert', 'move'), fc.nat(9)), { maxLength: 6 })
  let typed = 0
  const apply = (base: readonly Block[], edits: [number, string, number][]) => {
    const blocks = [...base]
    const written: string[] = []
    for (const [at, kind, to] of edits) {
      const index = at % Math.max(1, blocks.length)
      const text = `texte ${(typed += 1)}`
      if (kind === 'insert') blocks.splice(index, 0, withId({ kind: 'paragraph', style: 'body', text }))
      else if (blocks.length === 0) continue
      else if (kind === 'change') blocks[index] = { ...withId(contentOf(words(text)[0]!), blocks[index]!.id) }
      else if (kind === 'delete') blocks.splice(index, 1)
      else blocks.splice(to % blocks.length, 0, ...blocks.splice(index, 1))
    }
    for (const block of blocks) if (blockText(block).startsWith('texte')) written.push(blockText(block))
    return { blocks, written }
  }
  fc.assert(
    fc.property(edit, edit, (mineEdits, theirEdits) => {
      const base = words(...'abcdefgh')
      const mine = apply(base, mineEdits)
      const theirs = apply(base, theirEdits)
      const { blocks, conflicts } = mergeBlocks(base, mine.blocks, theirs.blocks)
      const found = new Set([...blocks.map(blockText), ...conflicts.map((conflict) => blockText(conflict.mine))])
      for (const text of [...mine.written, ...theirs.written]) expect(found).toContain(text)
      expect(new Set(blocks.map(({ id }) => id)).size).toBe(blocks.length)
      // A side without edits takes the other one whole.
      expect(mergeBlocks(base, base, theirs.blocks).blocks).toEqual(theirs.blocks)
      expect(mergeBlocks(base, mine.blocks, base).blocks).toEqual(mine.blocks)
    }),
    { numRuns: 1000 },
  )
})

const sent = words('Vu le code,', 'Article 2 : La redevance est de 12 €.', 'Article 3 : L’arrêté prend effet demain.', 'Fin.')

/** Applies the well-placed proposals of an answer, in order; unplaced ones are given by their reason. */
function play(answer: string, selection: string[] | null = null) {
  const { prose, changes } = parseMarks(answer)
  const placed = placeChanges(changes, sent, selection && new Set(selection))
  let blocks: Block[] = sent
  for (const proposal of placed) {
    if (proposal.kind === 'unplaced') continue
    const application = applyProposal(blocks, proposal)
    if (application.kind === 'applied') blocks = application.blocks
  }
  return { prose, text: blocks.map(blockText), unplaced: placed.flatMap((proposal) => (proposal.kind === 'unplaced' ? [proposal.reason] : [])) }
}

const [one, two, three, four] = sent.map(blockText) as [string, string, string, string]

test.each<[string, string, string[], string[]]>([
  ['a replacement', '@@ remplacer 2\nArticle 2 : La redevance est de 15 €.\n@@ fin', [one, 'Article 2 : La redevance est de 15 €.', three, four], []],
  ['an insertion', '@@ insérer après 2\nArticle 2 bis : Gratuité.\n@@ fin', [one, two, 'Article 2 bis : Gratuité.', three, four], []],
  ['two insertions at one point, in order', '@@ insérer après 4\nA.\n@@ fin\n@@ insérer après 4\nB.\n@@ fin', [one, two, three, four, 'A.', 'B.'], []],
  ['an insertion at the beginning', '@@ inserer avant 1\nTitre.\n@@ fin', ['Titre.', one, two, three, four], []],
  ['an insertion below a block that is deleted', '@@ supprimer 2\n@@ fin\n@@ insérer après 2\nRien.\n@@ fin', [one, 'Rien.', three, four], []],
  ['a deletion of a range, without its end', '@@ supprimer 2-3', [one, four], []],
  ['a range replaced by one block', '@@ remplacer 2 à 3\nArticle 2 : Fin.\n@@ fin', [one, 'Article 2 : Fin.', four], []],
  ['the number repeated in the text', '@@ remplacer 4\n¶4 Terminé.\n@@ fin', [one, two, three, 'Terminé.'], []],
  ['HTML, which is text', '@@ remplacer 4\n<script>alert(1)</script>\n@@ fin', [one, two, three, '<script>alert(1)</script>'], []],
  ['straight apostrophes, which change nothing', "@@ remplacer 3\nArticle 3 : L'arrêté prend effet demain.\n@@ fin", [one, two, three, four], ['unchanged']],
  [
    'straight apostrophes beside a change',
    "@@ remplacer 3\nArticle 3 : L'arrêté prend effet lundi.\n@@ fin",
    [one, two, 'Article 3 : L’arrêté prend effet lundi.', four],
    [],
  ],
  ['a block given back as it is', `@@ remplacer 1\n${one}\n@@ fin`, [one, two, three, four], ['unchanged']],
  ['a number that does not exist', '@@ remplacer 9\nTexte.\n@@ fin', [one, two, three, four], ['unknown_block']],
  ['no end', '@@ remplacer 2\nArticle 2 : 15', [one, two, three, four], ['unclosed']],
  ['no end before the next mark', '@@ remplacer 2\nA\n@@ remplacer 4\nB.\n@@ fin', [one, two, three, 'B.'], ['unclosed']],
  ['an unknown mark', '@@ modifier 2\nA\n@@ fin', [one, two, three, four], ['unreadable']],
  ['a mark without text', '@@ remplacer 2\n@@ fin', [one, two, three, four], ['empty']],
  ['a mark in a code block', '```\n@@ supprimer 2\n```', [one, two, three, four], []],
  ['a mark in a quotation', '> @@ supprimer 2', [one, two, three, four], []],
  ['a block changed twice', '@@ remplacer 2\nA\n@@ fin\n@@ supprimer 2', [one, 'A', three, four], ['overlap']],
  ['prose only', 'Je ne peux pas modifier ce texte.', [one, two, three, four], []],
  ['a mark of 100,000 spaces', `@@ remplacer${' '.repeat(100_000)}2x\nA\n@@ fin`, [one, two, three, four], ['unreadable']],
])('an answer with %s', (_, answer, text, unplaced) => {
  expect(play(answer)).toMatchObject({ text, unplaced })
})

test('an answer to a selection changes nothing else, and its prose stays', () => {
  const answer = 'Voici.\n\n@@ remplacer 2\nA\n@@ fin\n\n@@ remplacer 3\nB\n@@ fin\n@@ insérer après 4\nC\n@@ fin\nC’est tout.'
  expect(play(answer, ['b2'])).toEqual({
    prose: 'Voici.\n\n\nC’est tout.'.replace('\n\n\n', '\n\n'),
    text: [one, 'A', three, four],
    unplaced: ['outside_selection', 'outside_selection'],
  })
})

test('a proposal is a conflict once its block has changed, and applies with the text of the person', () => {
  const [proposal] = placeChanges(parseMarks('@@ remplacer 2\nA\n@@ fin').changes, sent, null) as PlacedProposal[]
  const changed = sent.map((block) => (block.id === 'b2' ? ({ ...block, text: 'Autre.' } as Block) : block))
  expect(applyProposal(changed, proposal!)).toEqual({ kind: 'conflict', changed: ['b2'] })
  expect(applyProposal(sent.slice(2), proposal!)).toEqual({ kind: 'conflict', changed: ['b2'] })
  const application = applyProposal(sent, proposal!, [{ ...sent[1]!, text: 'Mieux.' } as Block])
  expect(application.kind === 'applied' && application.blocks.map(blockText)).toEqual([one, 'Mieux.', three, four])
  const shortened = applyProposal(sent, { kind: 'delete', before: [sent[1]!] }, [{ ...sent[1]!, text: 'Court.' } as Block])
  expect(shortened.kind === 'applied' && shortened.blocks.map(blockText)).toEqual([one, 'Court.', three, four])
})

test('a heading or an item answered as a plain paragraph keeps its form', () => {
  const blocks: Block[] = [
    { id: 'b1', kind: 'heading', level: 2, text: 'Objet' },
    ...document('- un\n- deux').map((block, at) => ({ ...block, id: `b${at + 2}` })),
  ]
  const placed = placeChanges(
    parseMarks('@@ remplacer 1\nNouvel objet\n@@ fin\n@@ remplacer 3\n- trois\n@@ fin\n@@ insérer après 1\n### Sous-objet\n@@ fin').changes,
    blocks,
    null,
  ) as PlacedProposal[]
  expect(placed.map((proposal) => (proposal.kind === 'replace' ? proposal.after[0] : proposal.kind === 'insert' && contentOf(proposal.after[0]!)))).toEqual([
    { id: 'b1', kind: 'heading', level: 2, text: 'Nouvel objet' },
    { id: 'b3', kind: 'item', level: 0, marker: 'bullet', text: 'trois' },
    { kind: 'heading', level: 3, text: 'Sous-objet' },
  ])
  expect(numberBlocks(blocks)).toBe('¶1 ## Objet\n\n¶2 - un\n\n¶3 - deux')
})

test('the example of the README shows what is placed and what is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'written-'))
  const [document, answer] = [join(folder, 'document.md'), join(folder, 'reponse.txt')]
  await writeFile(document, 'Article 1 : Le tarif est de 12 €.\n\nFin.')
  await writeFile(answer, 'Voici.\n@@ remplacer 1\nArticle 1 : Le tarif est de 15 €.\n@@ fin\n@@ supprimer 7')
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(new URL('../example.ts', import.meta.url)), document, answer])
  await rm(folder, { recursive: true })
  expect(stdout).toBe(
    '¶1 Article 1 : Le tarif est de 12 €.\n\n¶2 Fin.\n\nVoici.\n\nNon placé (unknown_block) : @@ supprimer 7\n\nArticle 1 : Le tarif est de 15 €.\n\nFin.\n',
  )
}, 60_000)
