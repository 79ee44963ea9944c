import { routes } from '@parvis/contract'
import { FileSearch } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { call } from '../../../api/browser.ts'
import { readReply } from '../../../api/transport/stream.ts'
import { commonPort, streams } from '../../../chat/machine/port.ts'
import { startedConversation } from '../../../chat/conversation/use-recent-conversations.ts'
import { useConversationSettings } from '../../../chat/context/use-conversation-settings.tsx'
import { ChatLoading } from '../../../chat/ChatNotices.tsx'
import { ChatScreen } from '../../../chat/ChatScreen.tsx'
import { type Chat, useChat } from '../../../chat/machine/effects.ts'
import { Disclosure } from '../../../ui/content/Accordion.tsx'
import { PageTitle } from '../../../ui/content/PageTitle.tsx'
import { useAnnounce } from '../../../ui/feedback/StatusRegion.tsx'
import { SearchHeader } from './SearchHeader.tsx'
import styles from './DocumentSearch.module.css'
import { LoadedDocuments } from './LoadedDocuments.tsx'
import { LoadPanel } from './LoadPanel.tsx'
import { searchPort, type SearchDeps } from './search-port.ts'
import { useQueriedDocuments, type QueriedDocuments, loadedChanged, useLoadedDocuments } from './use-queried-documents.ts'
import { useFileLoading } from './use-file-loading.ts'

interface DocumentSearchProps {
  /** Conversation to resume; null for a new one. */
  conversationId: string | null
  /** Documents that a new conversation queries; null for every document that the person has loaded. */
  chosen: readonly string[] | null
  onEntered: (conversation_id: string) => void
  /** Starts a new conversation about the same documents. */
  onNew: (chosen: readonly string[]) => void
}

/** Width in em under which the two columns are stacked, as in the style sheet. */
const stackedWidth = 46

const loadingIndicator = <ChatLoading>Chargement de la conversation...</ChatLoading>

const author = { name: 'Recherche documentaire', icon: <FileSearch size={20} /> }

const deps: SearchDeps = {
  ...commonPort,
  create: (documents, signal) => call(routes.conversations.findOrCreate, { body: { documents: [...documents] }, signal }),
  remaining: async (documents) => (await import('./without-deleted.ts')).withoutDeleted(documents),
  ask: (message, request, options) => readReply(streams, routes.chat.libraryStream, { body: { message, ...request } }, options),
}

/** Search in the person's own documents: loading and choosing them on one side, the conversation on the other. */
export function DocumentSearch({ conversationId, chosen, onEntered, onNew }: DocumentSearchProps) {
  const announce = useAnnounce()
  const { data: loaded, isError } = useLoadedDocuments()
  const [port] = useState(() => searchPort(deps, conversationId))
  const { chat, state } = useChat({
    port,
    hasOpening: false,
    announce,
    failedGreeting: 'Désolé, cette conversation n’a pas pu être retrouvée. Vous pouvez poser une nouvelle question.',
  })
  const models = useConversationSettings(chat, state)
  const queried = useQueriedDocuments(state.conversation, chosen)
  useAttachedPort(port, chat, queried)
  const currentId = state.conversation?.id
  const notifyEntered = useEffectEvent(onEntered)
  useEffect(() => {
    if (currentId) notifyEntered(currentId)
  }, [currentId])
  const loading = useFileLoading((ids) => {
    queried.loaded(ids)
    loadedChanged()
  })
  const hasQuestion = state.messages.length > 0
  const [frame, isStacked] = useIsStacked()
  const { isFolded, isOpen, setOpen } = useFolding(isStacked, hasQuestion, loaded)
  // For a person without documents, their panel unfolds above a new conversation: the conversation is drawn once that is known, so that it does not move.
  const isAwaited = isStacked && loaded === undefined && !isError && conversationId === null && !hasQuestion
  return (
    <div ref={frame} className={styles.frame}>
      <div className={styles.screen}>
        <div className={styles.side}>
          <PageTitle {...(!isFolded && { lead: 'Vos questions portent sur les fichiers que vous chargez ici, et que vous seul lisez.' })}>
            Recherche documentaire
          </PageTitle>
          <Disclosure title="Mes documents" isOpen={isOpen} onChange={setOpen}>
            <div className={styles.documents}>
              <LoadPanel loading={loading} />
              <LoadedDocuments queriedDocuments={queried} />
            </div>
          </Disclosure>
        </div>
        <div key={String(isAwaited)} className={styles.talk}>
          {isAwaited ? (
            loadingIndicator
          ) : (
            <ChatScreen
              chat={chat}
              state={state}
              author={author}
              header={
                state.phase !== 'loading' && (
                  <SearchHeader
                    documents={queried.documents}
                    unread={queried.unread}
                    conversation={startedConversation(state)}
                    models={models}
                    onNew={hasQuestion ? () => onNew(presentIds(queried.documents)) : null}
                  />
                )
              }
              loading={loadingIndicator}
              emptyText={
                loaded === undefined || queried.ids.length > 0
                  ? 'Posez une question sur les documents que vous avez chargés.'
                  : emptySentence(loaded.length > 0)
              }
              draftKey={`document-search.${currentId ?? conversationId ?? 'new'}`}
              exportName="Recherche documentaire"
              placeholder="Recherchez, résumez ou traduisez à partir du document chargé…"
              isBlocked={state.conversation === null && queried.ids.length === 0}
              isDocumentStacked
            />
          )}
        </div>
      </div>
    </div>
  )
}

/** State of the documents panel. When stacked above the conversation, it is folded unless the person has no documents and has asked nothing. */
function useFolding(isStacked: boolean, hasAsked: boolean, loaded: readonly unknown[] | undefined) {
  const [isOpen, setOpen] = useState(true)
  const [hadLoaded, setHadLoaded] = useState<boolean | null>(null)
  if (hadLoaded === null && loaded !== undefined) setHadLoaded(loaded.length > 0)
  const isFolded = isStacked && (hasAsked || hadLoaded !== false)
  const [wasFolded, setWasFolded] = useState(false)
  if (isFolded !== wasFolded) {
    setWasFolded(isFolded)
    setOpen(!isFolded)
  }
  return { isFolded, isOpen, setOpen }
}

/** Passes the queried documents to the port, and reports those that the port finds deleted. */
function useAttachedPort(port: ReturnType<typeof searchPort>, chat: Chat, queriedDocuments: QueriedDocuments): void {
  const leave = useEffectEvent((deletedIds: readonly string[], notice: string) => {
    for (const id of deletedIds) queriedDocuments.deleted(id)
    chat.notify(notice)
  })
  useEffect(
    () =>
      port.attach(
        () => chat.state().messages.some(({ role }) => role === 'user'),
        (deletedIds, notice) => leave(deletedIds, notice),
      ),
    [port, chat],
  )
  useEffect(() => port.setDocuments(queriedDocuments.ids), [port, queriedDocuments.ids])
}

const emptySentence = (hasLoaded: boolean): string =>
  hasLoaded ? 'Cochez au moins un document, puis posez votre question.' : 'Chargez un document, puis posez votre question.'

const presentIds = (documents: readonly { document_id: string | null }[]): string[] => documents.flatMap(({ document_id }) => document_id ?? [])

/** @param width width of the frame in CSS pixels */
const isNarrow = (width: number): boolean => width <= stackedWidth * parseFloat(getComputedStyle(document.documentElement).fontSize)

/** Whether the frame is too narrow for two columns, because of the window or of a document open beside it. */
function useIsStacked(): [RefObject<HTMLDivElement | null>, boolean] {
  const frame = useRef<HTMLDivElement>(null)
  const [isStacked, setStacked] = useState(() => isNarrow(innerWidth))
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const observer = new ResizeObserver(() => setStacked(isNarrow(element.clientWidth)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [frame, isStacked]
}
