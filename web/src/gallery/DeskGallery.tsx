import { routes, type Proposal, type WrittenDocument } from '@parvis/contract'
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
import { conflicts, former, proposals, sample, versions } from './sample-document.ts'
import styles from './Gallery.module.css'

const ignore = () => undefined
const ignoreLater = async () => undefined

/** States of an open document, by name. */
const states: Record<string, { document?: Partial<WrittenDocument>; proposals?: Proposal[]; tab?: DeskTab; opened?: Partial<OpenWrittenDocument> }> = {
  Vide: { document: { blocks: [] } },
  Rempli: {},
  'Modifications dans le texte': { proposals },
  'Modifications en attente': { proposals, tab: 'proposals' },
  'Aucune modification': { tab: 'proposals' },
  'Gardé dans cet onglet': { opened: { state: 'local', error: new ApiError(0) } },
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
