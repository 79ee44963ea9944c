import { X } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { DocumentOpener, type OpenedDocument } from '../../../chat/sources/source-opener.ts'
import { documentBeside } from '../../../chat/beside/document-param.ts'
import { ReferenceOpener, type OpenedReference } from '../../../chat/references/reference-opener.ts'
import { useMedia } from '../../../layout/use-media.ts'
import { downloadFailureSentence, onDemand } from '../../../ui/on-demand.tsx'
import { useLocation } from '../../../router/Router.tsx'
import { Outlet } from '../../../router/Routes.tsx'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { breakable } from '../../../ui/words/file-names.ts'
import styles from './ReadingRoute.module.css'

const ReferencePanel = onDemand(async () => (await import('../../../chat/references/ReferenceTrail.tsx')).ReferencePanel, {
  fallback: <ErrorMessage>{downloadFailureSentence('L’article n’a pas pu être ouvert')}</ErrorMessage>,
})

const ReadingPanel = onDemand(async () => (await import('./ReadingPanel.tsx')).ReadingPanel, {
  placeholder: <Skeleton shape="lines" count={8} label="Chargement du document…" />,
  fallback: <ErrorMessage>{downloadFailureSentence('Le document n’a pas pu être ouvert')}</ErrorMessage>,
})

interface ReadingRouteProps {
  /** The page scrolls as a whole, so a document always opens in a dialog above it. */
  isOver?: boolean
}

/** Layout that opens documents for the pages inside: beside the content on a wide screen, else in a side dialog. */
export function ReadingRoute({ isOver = false }: ReadingRouteProps) {
  const { pathname, search } = useLocation()
  // Wide enough for a conversation and a document side by side. In em, so that large text gets the dialog.
  const isWide = useMedia('(min-width: 73em)')
  // A document that the conversation writes has the second column.
  const isBeside = isWide && !isOver && documentBeside(search) === null
  const [shown, setShown] = useState<{ opened: OpenedDocument | OpenedReference; path: string; trigger: Element | null; top: number } | null>(null)
  const open = useCallback((opened: OpenedDocument | OpenedReference) => {
    const trigger = document.activeElement
    setShown({ opened, path: location.pathname, trigger, top: trigger?.getBoundingClientRect().top ?? 0 })
  }, [])
  const close = useCallback(() => setShown(null), [])
  // Closes the document on a change of page, and does not reopen it on the way back.
  if (shown !== null && shown.path !== pathname) setShown(null)
  const opened = shown?.opened
  const isReference = opened !== undefined && 'cited' in opened
  const panel = isReference ? (
    <ReferencePanel key={JSON.stringify(opened)} opened={opened} />
  ) : opened === undefined ? null : (
    <ReadingPanel
      key={`${opened.document_id} ${opened.source?.passage_id} ${[...(opened.quotes ?? []), ...(opened.claims ?? [])].join(' ')}`}
      {...opened}
      opener={isBeside ? shown : null}
    />
  )
  const page = (
    <>
      {isOver ? (
        <Outlet />
      ) : (
        <div className={styles.split}>
          <div className={styles.main}>
            <Outlet />
          </div>
          {isBeside && shown && (
            <Aside name={shown.opened.name} isReference={isReference} trigger={shown.trigger} onClose={close}>
              {panel}
            </Aside>
          )}
        </div>
      )}
      {!isBeside && (
        <Dialog isOpen={shown !== null} onClose={close} isDismissable size="side" title={breakable(shown?.opened.name ?? '')}>
          {panel}
        </Dialog>
      )}
    </>
  )
  return (
    <DocumentOpener value={open}>
      <ReferenceOpener value={open}>{page}</ReferenceOpener>
    </DocumentOpener>
  )
}

interface AsideProps {
  name: string
  isReference: boolean
  /** Element that gets the focus back. */
  trigger: Element | null
  onClose: () => void
  children: React.ReactNode
}

/** Non-modal panel, so that the answer can be read beside its source. Escape closes it and returns the focus. */
function Aside({ name, isReference, trigger, onClose, children }: AsideProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [name, trigger])
  const leave = () => {
    onClose()
    if (trigger instanceof HTMLElement) trigger.focus({ preventScroll: true })
  }
  const ownRef = useRef<HTMLElement>(null)
  const leaveByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') leave()
  })
  useEffect(() => {
    const element = ownRef.current
    const listen = (event: KeyboardEvent) => leaveByKey(event)
    element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  }, [])
  return (
    <aside ref={ownRef} className={styles.aside} aria-label={isReference ? 'Texte cité' : 'Document cité'}>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          {name}
        </h2>
        <IconButton icon={X} label={isReference ? 'Fermer le texte' : 'Fermer le document'} size="s" onPress={leave} />
      </div>
      <div className={styles.body} tabIndex={0} role="region" aria-label={isReference ? 'Contenu du texte' : 'Contenu du document'}>
        {children}
      </div>
    </aside>
  )
}
