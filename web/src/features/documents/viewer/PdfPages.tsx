import { routes } from '@parvis/contract'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { open } from '../../../api/browser.ts'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { ariaUnavailable } from '../../../ui/PressButton.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { openPdf, type OpenPdf } from './pdf-document.ts'
import type { MarkedPassage } from './highlight.ts'
import { PdfPage, textItemsOf } from './PdfPage.tsx'
import styles from './PdfPages.module.css'
import { startPageOf, type CitedPages } from './start-page.ts'

interface PdfPagesProps {
  document_id: string
  /** Passage to highlight, with its first and last pages; `share` is relative to the first of them. Must be a stable object. */
  passage: (CitedPages & MarkedPassage) | null
}

/** PDF viewer, one page at a time, with the passage highlighted. */
export function PdfPages({ document_id, passage }: PdfPagesProps) {
  const { opened, hasFailed, retry } = usePdf(document_id)
  const start = useStartPage(opened, passage)
  const [chosenPage, setPage] = useState<number | null>(null)
  const page = chosenPage ?? start
  const markedPages = useMemo(() => (passage === null || page === passage.page_from ? passage : { ...passage, share: 0 }), [passage, page])
  if (hasFailed) return <ErrorMessage onRetry={retry}>Cette page n’a pas pu être dessinée. Son texte reste lisible dans l’onglet « Texte lu ».</ErrorMessage>
  if (opened === null || page === null) return <Skeleton shape="lines" count={10} label="Chargement de la page…" />
  const total = opened.pdf.numPages
  const shownPage = Math.min(Math.max(1, page), total)
  const isMarked = passage !== null && shownPage >= (passage.page_from ?? 1) && shownPage <= (passage.page_to ?? passage.page_from ?? total)
  return (
    <div className={styles.pages}>
      <div className={styles.bar} role="group" aria-label="Pages du document">
        <IconButton icon={ChevronLeft} label="Page précédente" size="s" {...(shownPage === 1 ? ariaUnavailable : { onPress: () => setPage(shownPage - 1) })} />
        <span role="status">{`Page ${shownPage} sur ${total}`}</span>
        <IconButton
          icon={ChevronRight}
          label="Page suivante"
          size="s"
          {...(shownPage === total ? ariaUnavailable : { onPress: () => setPage(shownPage + 1) })}
        />
      </div>
      <PdfPage key={shownPage} pdf={opened.pdf} page={shownPage} passage={isMarked ? markedPages : null} />
    </div>
  )
}

/** Page to show first; null while it is being determined. */
function useStartPage(openedPdf: OpenPdf | null, passage: PdfPagesProps['passage']): number | null {
  const [start, setStart] = useState<number | null>(null)
  useEffect(() => {
    if (openedPdf === null) return
    let isLeft = false
    const show = (page: number) => {
      if (!isLeft) setStart(page)
    }
    if (passage === null) show(1)
    else {
      const answering = passage.parts.map(({ from, to }) => passage.text.slice(from, to))
      void startPageOf(passage, answering, (page) => (page <= openedPdf.pdf.numPages ? textItemsOf(openedPdf.pdf, page) : Promise.resolve([]))).then(show, () =>
        show(passage.page_from ?? 1),
      )
    }
    return () => {
      isLeft = true
    }
  }, [openedPdf, passage])
  return start
}

function usePdf(document_id: string) {
  const [openedPdf, setOpened] = useState<OpenPdf | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    let ownPdf: OpenPdf | null = null
    void (async () => {
      try {
        const file = await open(routes.documents.download, { params: { id: document_id }, signal: controller.signal })
        const pdf = await openPdf(await file.arrayBuffer())
        if (controller.signal.aborted) return pdf.close()
        ownPdf = pdf
        setOpened(pdf)
      } catch {
        if (!controller.signal.aborted) setFailed(true)
      }
    })()
    return () => {
      controller.abort()
      ownPdf?.close()
      setOpened(null)
    }
  }, [document_id, attempt])
  return {
    opened: openedPdf,
    hasFailed,
    retry() {
      setFailed(false)
      setAttempt(attempt + 1)
    },
  }
}
