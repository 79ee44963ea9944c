import { routes, type Proposal, type WrittenBlock, type WrittenDocument, type WrittenVersion } from '@parvis/contract'
import { blockText, type MergeConflict } from '@parvis/written-document'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient, queryFor } from '../api/queries.ts'
import { ApiError } from '../api/transport/api-error.ts'
import { choiceParam } from '../router/search-param.ts'
import { useSearchParamState } from '../router/use-search-param-state.ts'
import { PageTitle } from '../ui/content/PageTitle.tsx'
import { Select } from '../ui/fields/Select.tsx'
import { DeskParts, type DeskTab } from '../writing/DeskParts.tsx'
import { SaveStatus } from '../writing/document/SaveStatus.tsx'
import type { OpenWrittenDocument } from '../writing/document/use-written-document.ts'
import { VersionComparison } from '../writing/versions/VersionComparison.tsx'
import styles from './Gallery.module.css'

const ignore = () => undefined
const ignoreLater = async () => undefined

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
const former = [
  ...blocks.slice(0, 2),
  paragraph('art1', 'Article 1 : Le tarif du repas est fixé à 3,20 € pour tous les enfants.', 'article'),
  ...blocks.slice(6),
]

const sample: WrittenDocument = {
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
const proposals = [
  proposalOf({ id: 'p1', kind: 'replace', before_blocks: [blocks[2]!], after_blocks: [shorter] }),
  proposalOf({ id: 'p2', kind: 'insert', above: 'liste2', after_blocks: [paragraph('n1', 'Ces réductions ne se cumulent pas.')] }),
  proposalOf({ id: 'p3', kind: 'delete', before_blocks: [blocks[8]!] }),
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
const versions = [
  versionOf(3, 'nommee', { name: 'Avant le conseil municipal du 12 mars' }),
  versionOf(2, 'proposition', { assistant: 'Délibérations' }),
  versionOf(1, 'creation', { author: null }),
]
const conflicts: MergeConflict[] = [
  { id: 'art1', base: blocks[2]!, mine: shorter, theirs: blocks[2]! },
  { id: 'fin', base: blocks[8]!, mine: paragraph('fin', ''), theirs: blocks[8]! },
]

/** States of an open document, by name. */
const states: Record<string, { document?: Partial<WrittenDocument>; proposals?: Proposal[]; tab?: DeskTab; opened?: Partial<OpenWrittenDocument> }> = {
  Vide: { document: { blocks: [] } },
  Rempli: {},
  'Modifications dans le texte': { proposals },
  'Modifications en attente': { proposals, tab: 'proposals' },
  'Aucune modification': { tab: 'proposals' },
  'Gardé dans ce navigateur': { opened: { state: 'local', error: new ApiError(0) } },
  'Enregistrement refusé': { opened: { state: 'local', error: new ApiError(403, { error: 'Ce document n’est plus partagé avec vous.' }) } },
  'Deux textes à la fois': { opened: { state: 'conflict', conflicts } },
  'Lecture seule': { document: { role: 'reader', owner: 'Camille Rivet' }, proposals },
  Versions: { tab: 'versions' },
  Comparaison: {},
}
const names = Object.keys(states)
const searchParams = { state: choiceParam('etat', names, names[0]!) }

// Sample data with a time in the future so that it never becomes stale: the gallery has no session and sends no request.
const neverStale = { updatedAt: Date.now() + 1e12 }
for (const id of names) {
  queryClient.setQueryData(queryFor(routes.proposals.list, { params: { id } }).queryKey, states[id]!.proposals ?? [], neverStale)
  queryClient.setQueryData(queryFor(routes.writtenVersions.list, { params: { id } }).queryKey, versions, neverStale)
  for (const version of versions)
    queryClient.setQueryData(
      queryFor(routes.writtenVersions.get, { params: { id, version_id: version.id } }).queryKey,
      { ...version, blocks: former },
      neverStale,
    )
}

/** A written document in one of its states, which the address names. */
export function DeskGallery() {
  const { urlValues, change } = useSearchParamState(searchParams)
  return (
    <QueryClientProvider client={queryClient}>
      <div className={styles.gallery}>
        <PageTitle>Le document rédigé</PageTitle>
        <Select label="État" options={names.map((id) => ({ id, label: id }))} value={urlValues.state} onChange={(state) => change({ state })} />
        <Desk key={urlValues.state} name={urlValues.state} />
      </div>
    </QueryClientProvider>
  )
}

function Desk({ name }: { name: string }) {
  const { opened, tab: firstTab = 'text', document: fields } = states[name]!
  const [tab, setTab] = useState(firstTab)
  const document = { ...sample, ...fields, id: name }
  if (name === 'Comparaison') return <VersionComparison document={document} versions={versions} firstId="v2" onClose={ignore} />
  const acts = { setBlocks: ignore, setTitle: ignore, setKind: ignore, settle: ignore, reload: ignoreLater }
  const full: OpenWrittenDocument = { document, error: null, state: 'saved', conflicts: [], ...acts, ...opened }
  return (
    <div className={styles.column}>
      {document.role !== 'reader' && <SaveStatus state={full.state} />}
      <DeskParts document={document} opened={full} whenSaved={ignoreLater} tab={tab} onTab={setTab} />
    </div>
  )
}
