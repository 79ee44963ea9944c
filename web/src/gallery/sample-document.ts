import type { Proposal, WrittenBlock, WrittenDocument, WrittenVersion } from '@parvis/contract'
import { blockText, type MergeConflict } from '@parvis/written-document'

const created_at = '2026-03-07T14:05:00Z'
const paragraph = (id: string, text: string, style: 'body' | 'visa' | 'article' = 'body'): WrittenBlock => ({ id, kind: 'paragraph', style, text })
const blocks: WrittenBlock[] = [
  { id: 'titre', kind: 'heading', level: 1, text: 'Tarifs de la cantine scolaire pour l’année 2026-2027' },
  paragraph('visa', 'Vu le code général des collectivités territoriales, notamment son article L. 2121-29,', 'visa'),
  paragraph('art1', 'Article 1 : Le tarif du repas est fixé à 3,50 € pour les enfants de la commune.', 'article'),
  { id: 'liste', kind: 'item', level: 0, marker: 'bullet', text: 'Quotient familial inférieur à 600 : moitié du tarif ;' },
  { id: 'liste2', kind: 'item', level: 0, marker: 'bullet', text: 'à partir du troisième enfant : [réduction à préciser].' },
  {
    id: 'tableau',
    kind: 'table',
    aligns: ['left', 'right'],
    header: ['Repas', 'Tarif'],
    rows: [['Enfant de la commune', '3,50 €']],
  },
  { id: 'duree', kind: 'heading', level: 2, text: 'Durée' },
  paragraph('art2', 'Article 2 : La présente délibération s’applique à compter du 1er septembre 2026.', 'article'),
  paragraph('fin', 'Le maire est chargé de l’exécution de la présente délibération, qui sera transmise au représentant de l’État.'),
]
/** Text of its earlier versions. */
export const former = [
  ...blocks.slice(0, 2),
  paragraph('art1', 'Article 1 : Le tarif du repas est fixé à 3,20 € pour tous les enfants.', 'article'),
  ...blocks.slice(6),
]

export const sample: WrittenDocument = {
  id: 'document',
  title: 'Délibération sur la cantine',
  kind: 'deliberation',
  version: 3,
  role: 'owner',
  owner: null,
  conversation_id: null,
  project_id: null,
  assistant_id: null,
  min_level: 1,
  open_proposals: 0,
  created_at,
  updated_at: created_at,
  blocks,
}

type Change = Pick<Proposal, 'id' | 'kind'> & Partial<Proposal>
const proposalOf = ({ id, before_blocks = [], after_blocks = [], ...change }: Change): Proposal => {
  const textOf = (some: readonly WrittenBlock[]) => some.map(blockText).join('\n') || null
  const texts = { before: textOf(before_blocks), after: textOf(after_blocks), before_blocks, after_blocks }
  return { id, message_id: null, state: 'open', above: null, created_at, ...texts, ...change }
}
const shorter = paragraph('art1', 'Article 1 : Le repas coûte 3,50 € aux enfants de la commune.', 'article')
/** Pending proposals, one for each kind and state. */
export const proposals = [
  proposalOf({ id: 'p1', kind: 'replace', before_blocks: [blocks[2]!], after_blocks: [shorter] }),
  proposalOf({ id: 'p2', kind: 'insert', above: 'liste2', after_blocks: [paragraph('n1', 'Ces réductions ne se cumulent pas.')] }),
  proposalOf({ id: 'p3', kind: 'delete', before_blocks: [blocks[3]!, blocks[8]!] }),
  proposalOf({
    id: 'p4',
    kind: 'replace',
    state: 'conflict',
    reason: 'changed_since',
    before_blocks: [paragraph('art2', 'Article 2 : La délibération s’applique au 1er octobre 2026.', 'article')],
    after_blocks: [paragraph('art2', 'Article 2 : Entrée en vigueur : 1er octobre 2026.', 'article')],
  }),
  proposalOf({ id: 'p5', kind: 'replace', state: 'unplaced', reason: 'unknown_block', after: 'Article 42 : Un passage qui n’existe pas.' }),
]

const versionOf = (number: number, reason: WrittenVersion['reason'], rest: Partial<WrittenVersion> = {}): WrittenVersion => ({
  id: `v${number}`,
  number,
  reason,
  name: null,
  author: 'Camille Rivet',
  model: null,
  assistant: null,
  created_at,
  ...rest,
})
export const versions = [
  versionOf(3, 'nommee', { name: 'Avant le conseil municipal du 12 mars' }),
  versionOf(2, 'proposition', { assistant: 'Délibérations' }),
  versionOf(1, 'creation', { author: null }),
]
export const conflicts: MergeConflict[] = [
  { id: 'art1', base: blocks[2]!, mine: shorter, theirs: blocks[2]! },
  { id: 'fin', base: blocks[8]!, mine: paragraph('fin', ''), theirs: blocks[8]! },
]
