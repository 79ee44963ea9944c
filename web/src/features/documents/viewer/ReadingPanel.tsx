import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { Download, FileDiff } from 'lucide-react'
import { useLayoutEffect, useMemo, useState } from 'react'
import { isNotFound, sentenceOf } from '../../../api/transport/api-error.ts'
import { queryFor } from '../../../api/queries.ts'
import { open } from '../../../api/browser.ts'
import { saveFile } from '../../../api/transport/save-file.ts'
import type { OpenedDocument } from '../../../chat/sources/source-opener.ts'
import { ReferenceTrail } from '../../../chat/references/ReferenceTrail.tsx'
import { dateOf, passageLocation } from '../../../chat/sources/source-words.ts'
import { downloadFailureSentence, onDemand } from '../../../ui/on-demand.tsx'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { paths } from '../../../paths.ts'
import { Button, LinkButton } from '../../../ui/Button.tsx'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Tabs } from '../../../ui/content/Tabs.tsx'
import { answeringParts, toCitedPassage, isSamePassage, toPassageRanges } from './answering-parts.ts'
import { isPdf } from './read-pages.ts'
import { DocumentVersions } from './DocumentVersions.tsx'
import styles from './ReadingPanel.module.css'
import { ReadText } from './ReadText.tsx'

// Loaded lazily, because the PDF library is large.
const PdfPages = onDemand(async () => (await import('./PdfPages.tsx')).PdfPages, {
  placeholder: <Skeleton shape="lines" count={10} label="Chargement de la page…" />,
  fallback: <ErrorMessage>{downloadFailureSentence('La page n’a pas pu être affichée')}</ErrorMessage>,
})

const noClaims: readonly string[] = []

interface ReadingPanelProps extends OpenedDocument {
  /**
   * Element whose click opened the panel beside a conversation, and its distance from the top of the window at that time, in CSS pixels; null where the
   * panel does not resize the page.
   */
  opener?: { trigger: Element | null; top: number } | null
}

/** Document panel: position of the passage, its page for a PDF, and the extracted text; in their place, the articles opened from the text. */
export function ReadingPanel(props: ReadingPanelProps) {
  return (
    <ReferenceTrail backLabel="Revenir au document">
      <DocumentReader {...props} />
    </ReferenceTrail>
  )
}

function DocumentReader({ document_id, name, source, found, quotes = noClaims, claims = noClaims, opener: pressed = null }: ReadingPanelProps) {
  useLayoutEffect(() => {
    if (pressed?.trigger) restoreScrollPosition(pressed.trigger, pressed.top)
    // Only on opening: later scrolling by the person must not be undone.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const passage_id = source?.passage_id ?? null
  const documentQuery = useQuery({
    ...queryFor(routes.documents.passage, { params: { id: document_id, passage_id: passage_id! } }),
    enabled: passage_id !== null,
    retry: (failures, error) => failures < 2 && !isNotFound(error),
  })
  const [failure, setFailure] = useState<string | null>(null)
  const isPassageMissing = isNotFound(documentQuery.error)
  const versions = useQuery({ ...queryFor(routes.documents.versions, { params: { id: document_id } }), retry: false })
  // The articles of a corpus: no file, and a passage that is the whole article.
  const isCorpus = versions.data?.versions.some(({ is_corpus }) => is_corpus) ?? source?.attribution !== undefined
  const isMoved = source !== null && !isCorpus && documentQuery.data !== undefined && !isSamePassage(documentQuery.data.passage.text, source.extract)
  // A document that was read again has new passages, but the same file: the excerpt stored with the answer still gives the page of a PDF.
  const isKnown = documentQuery.data !== undefined && !isPassageMissing && !isMoved
  const passage = useMemo(() => (isKnown ? documentQuery.data!.passage : storedPassage(source, found)), [isKnown, documentQuery.data, source, found])
  const basis = useMemo(() => ({ quotes, claims }), [quotes, claims])
  const markedDocument = useMemo(() => {
    if (passage === null) return null
    const lines = passage.text.split('\n')
    return { ...passage, parts: toPassageRanges(lines, answeringParts(lines, basis)), share: passage.page_share ?? 0 }
  }, [passage, basis])
  const location = passage && passageLocation({ document: name, page: passage.page_from, page_to: passage.page_to, section: passage.section })
  const locationLine = [location, source && dateOf(source)].filter(Boolean).join(' · ')

  if (documentQuery.isError && !isPassageMissing)
    return <ErrorMessage query={documentQuery}>{sentenceOf(documentQuery.error, 'Ce document n’a pas pu être ouvert.')}</ErrorMessage>
  if (passage_id !== null && documentQuery.isPending) return <Skeleton shape="lines" count={8} label="Chargement du document…" />
  const text = <ReadText document_id={document_id} passage_id={isPassageMissing || isMoved ? null : passage_id} basis={basis} />
  return (
    <div className={styles.panel}>
      <div className={styles.facts}>
        {locationLine !== '' && <p className={styles.place}>{locationLine}</p>}
        {!isCorpus && <FileActions document_id={document_id} name={name} onFailure={setFailure} />}
      </div>
      <Notice tone="error" sentence={failure} onDismiss={() => setFailure(null)} />
      <DocumentVersions document_id={document_id} />
      {isPassageMissing && (
        <Banner tone="info">
          Le passage cité n’est plus à sa place&nbsp;: le document a été relu depuis cette réponse, retiré, ou ne vous est plus ouvert.
        </Banner>
      )}
      {isMoved && <Banner tone="info">Le document a été relu depuis cette réponse&nbsp;: le passage cité n’a plus la même place dans son texte.</Banner>}
      {isPdf(name) ? (
        <Tabs
          label="Façon de lire"
          tabs={[
            {
              id: 'page',
              label: 'Page',
              content: <PdfPages document_id={document_id} passage={markedDocument} />,
            },
            { id: 'text', label: 'Texte lu', content: text },
          ]}
        />
      ) : (
        text
      )}
    </div>
  )
}

interface FileActionsProps {
  document_id: string
  name: string
  /** Called with the sentence of a failed download, or null after one that succeeded. */
  onFailure: (sentence: string | null) => void
}

/** Download and comparison of a document that has a file. */
function FileActions({ document_id, name, onFailure }: FileActionsProps) {
  const download = () =>
    saveFile(open, document_id, name).then(
      () => onFailure(null),
      (error: unknown) => onFailure(sentenceOf(error, 'Erreur lors du téléchargement')),
    )
  return (
    <>
      <Button size="s" variant="quiet" icon={<Download aria-hidden />} onPress={() => void download()}>
        Télécharger
      </Button>
      <LinkButton size="s" variant="quiet" icon={<FileDiff aria-hidden />} href={paths.compareDocuments({ avant: document_id })}>
        Comparer
      </LinkButton>
    </>
  )
}

/** Makes the passage of a source, or that of a text found on a page. */
function storedPassage(source: OpenedDocument['source'], found: OpenedDocument['found']): ReturnType<typeof toCitedPassage> | null {
  if (source !== null) return toCitedPassage(source)
  return found === undefined ? null : { page_from: found.page, page_to: found.page, section: null, text: found.text }
}

/**
 * Scrolls the nearest scrollable ancestor so that an element is again at the given distance from the top of the window, in CSS pixels. A document that
 * opens beside a conversation narrows it: its text grows taller, and the clicked element would move out of sight in browsers without scroll anchoring.
 */
function restoreScrollPosition(element: Element, top: number): void {
  for (let box = element.parentElement; box !== null; box = box.parentElement)
    if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY))
      return box.scrollBy({ top: element.getBoundingClientRect().top - top, behavior: 'instant' })
}
