import { routes, type WrittenDocument } from '@parvis/contract'
import { useEffect, useState, type ReactNode } from 'react'
import { keyOf, queryClient } from '../api/queries.ts'
import { isTemporary, sentenceOf } from '../api/transport/api-error.ts'
import { Tabs } from '../ui/content/Tabs.tsx'
import { Banner } from '../ui/feedback/Banner.tsx'
import { ErrorMessage } from '../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { downloadFailureSentence, onDemand } from '../ui/on-demand.tsx'
import { formatNumber } from '../ui/words/formats.ts'
import { Conflicts } from './document/Conflicts.tsx'
import { saveFailureSentence } from './document/save-failure.ts'
import type { OpenWrittenDocument } from './document/use-written-document.ts'
import { setDocumentScope } from './document-scope.ts'
import { isPending } from './proposals/passages.ts'
import { ProposalList } from './proposals/ProposalList.tsx'
import { useDecisions, useProposals } from './proposals/use-proposals.ts'
import { VersionList } from './versions/VersionList.tsx'
import styles from './WrittenDesk.module.css'

const WrittenEditor = onDemand(async () => (await import('./editor/WrittenEditor.tsx')).WrittenEditor, {
  placeholder: <Skeleton shape="lines" count={10} label="Ouverture du document…" />,
  fallback: <ErrorMessage>{downloadFailureSentence('L’éditeur n’a pas pu être ouvert')}</ErrorMessage>,
})

/** Parts of the desk: the text, the changes that wait for a decision, the versions. */
export type DeskTab = 'text' | 'proposals' | 'versions'

interface DeskPartsProps {
  document: WrittenDocument
  opened: OpenWrittenDocument
  /** Resolves once what the person typed is saved. Stable function. */
  whenSaved: () => Promise<void>
  tab: DeskTab
  onTab: (tab: DeskTab) => void
  /** Draws the requests to the assistant, above the text, for those who may change it. @param selectedCount number of selected passages */
  renderCommands?: (selectedCount: number) => ReactNode
}

const noBlocks: readonly string[] = []

/** Text, proposed changes and versions of an open document. */
export function DeskParts({ document, opened, whenSaved, tab, onTab, renderCommands }: DeskPartsProps) {
  const { id, role, blocks } = document
  const { error, conflicts, settle, setBlocks } = opened
  const isReadOnly = role === 'reader'
  const [selectedIds, setSelectedIds] = useState(noBlocks)
  const proposals = useProposals(id)
  // The open document merges what the cache receives with what is not saved.
  const show = (changed: WrittenDocument) => void queryClient.setQueryData(keyOf(routes.writtenDocuments.get, { params: { id } }), changed)
  const decisions = useDecisions(id, show, whenSaved)
  const canAsk = renderCommands !== undefined && !isReadOnly
  useEffect(() => {
    if (!canAsk) return undefined
    setDocumentScope({ document_id: id, blockIds: selectedIds, whenSaved })
    return () => setDocumentScope(null)
  }, [id, canAsk, selectedIds, whenSaved])
  const pendingCount = proposals.data?.filter(isPending).length ?? document.open_proposals
  const text = (
    <div className={styles.text}>
      {canAsk && renderCommands(selectedIds.length)}
      <WrittenEditor
        blocks={blocks}
        isReadOnly={isReadOnly}
        proposals={proposals.data ?? noProposals}
        onBlocks={setBlocks}
        onSelection={(ids) => setSelectedIds(ids.length === 0 ? noBlocks : ids)}
      />
    </div>
  )
  const list =
    proposals.isError && !proposals.data ? (
      <ErrorMessage query={proposals}>{sentenceOf(proposals.error, 'Les modifications proposées n’ont pas pu être lues.')}</ErrorMessage>
    ) : proposals.data ? (
      <ProposalList proposals={proposals.data} blocks={blocks} decisions={decisions} isReadOnly={isReadOnly} />
    ) : (
      <Skeleton shape="rows" count={3} label="Chargement des modifications proposées…" />
    )
  return (
    <>
      {error !== null && !isTemporary(error) && <Banner tone="error">{saveFailureSentence(error)}</Banner>}
      <Conflicts conflicts={conflicts} blocks={blocks} onSettle={settle} />
      <Tabs
        label="Parties du document"
        selected={tab}
        onChange={onTab}
        tabs={[
          { id: 'text', label: 'Texte', content: text, staysMounted: true },
          { id: 'proposals', label: pendingCount === 0 ? 'Modifications' : `Modifications (${formatNumber(pendingCount)})`, content: list },
          { id: 'versions', label: 'Versions', content: <VersionList document={document} whenSaved={whenSaved} onRestored={show} /> },
        ]}
      />
    </>
  )
}

const noProposals: never[] = []
