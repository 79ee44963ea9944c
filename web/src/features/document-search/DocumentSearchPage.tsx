import { routes } from '@parvis/contract'
import { FileSearch } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { call } from '../../api/browser.ts'
import { pauseUntilOnline } from '../../api/stream.ts'
import { commonPort } from '../../chat/browser-port.ts'
import { ChatLoading } from '../../chat/ChatLoading.tsx'
import { ChatScreen } from '../../chat/ChatScreen.tsx'
import { useChat } from '../../chat/use-chat.ts'
import { Disclosure } from '../../ui/Accordion.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { useAnnounce } from '../../ui/StatusRegion.tsx'
import styles from './DocumentSearch.module.css'
import { LoadedDocuments, useLoadedChanged } from './LoadedDocuments.tsx'
import { LoadPanel } from './LoadPanel.tsx'
import { questionPort, withQuotes } from './question-port.ts'
import { useLoading } from './use-loading.ts'

/** The width under which the two parts stand one above the other, as in the style sheet: 46 times the letter. */
const stackedWidth = 46

const author = { name: 'Recherche documentaire', icon: <FileSearch size={20} /> }

/** Single-document search (specification, chapter 2): load, then ask. */
export function DocumentSearchPage() {
  const announce = useAnnounce()
  const changed = useLoadedChanged()
  const [isOpen, setOpen] = useState(true)
  const [port] = useState(() => ({
    ...commonPort,
    ...questionPort({
      ask: (message, document_id, signal) => call(routes.library.ask, { body: { message, document_id }, signal }),
      pause: pauseUntilOnline,
    }),
  }))
  const { chat, state } = useChat({ port, hasOpening: false, announce, failedGreeting: '' })
  const shown = useMemo(() => ({ ...state, messages: withQuotes(state.messages, port.quotesOf) }), [state, port])
  const loading = useLoading((document_id) => {
    port.setDocument(document_id)
    changed()
  })
  const hasAsked = state.messages.length > 0
  const [frame, isStacked] = useIsStacked()
  // Where the documents stand above the conversation, they give way to it; beside it they are in nobody's way.
  const isFolded = isStacked && hasAsked
  const [wasFolded, setWasFolded] = useState(isFolded)
  if (isFolded !== wasFolded) {
    setWasFolded(isFolded)
    setOpen(!isFolded)
  }
  return (
    <div ref={frame} className={styles.frame}>
      <div className={styles.screen}>
        <div className={styles.side}>
          <PageTitle lead="Chargez un ou plusieurs documents, puis interrogez-les.">Recherche documentaire</PageTitle>
          <Disclosure title="Mes documents" isOpen={isOpen} onChange={setOpen}>
            <div className={styles.documents}>
              <LoadPanel loading={loading} />
              <LoadedDocuments />
            </div>
          </Disclosure>
        </div>
        <div className={styles.talk}>
          <ChatScreen
            chat={chat}
            state={shown}
            author={author}
            header={null}
            loading={<ChatLoading>Chargement…</ChatLoading>}
            emptyText="Posez une question sur les documents que vous avez chargés."
            draftKey="document-search"
            exportName="Recherche documentaire"
            placeholder="Recherchez, résumez ou traduisez à partir du document chargé…"
          />
        </div>
      </div>
    </div>
  )
}

/** Whether the frame is too narrow for two columns: by the window, or by a document open beside it. */
function useIsStacked(): [RefObject<HTMLDivElement | null>, boolean] {
  const frame = useRef<HTMLDivElement>(null)
  const [isStacked, setStacked] = useState(false)
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const observer = new ResizeObserver(() => setStacked(element.clientWidth <= stackedWidth * parseFloat(getComputedStyle(document.documentElement).fontSize)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [frame, isStacked]
}
