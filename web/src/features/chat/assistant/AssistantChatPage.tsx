import { routes } from '@parvis/contract'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { isConversationUnavailable, isTemporary, sentenceOf } from '../../../api/transport/api-error.ts'
import { neverRefetched, queryFor } from '../../../api/queries.ts'
import { missingAssistantState, paths } from '../../../paths.ts'
import { currentLocation, navigate } from '../../../router/location.ts'
import { replaceUrl } from '../../../router/late-navigation.ts'
import { confirmIfUnsaved } from '../../../router/navigation-blocker.ts'
import { Navigate } from '../../../router/Link.tsx'
import { useLocation } from '../../../router/Router.tsx'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage.tsx'
import { PageTitle } from '../../../ui/content/PageTitle.tsx'
import styles from '../../../chat/ChatScreen.module.css'
import { ChatLoading } from '../../../chat/ChatNotices.tsx'
import { withDocumentBeside } from '../../../chat/beside/document-param.ts'
import type { FirstQuestion } from '../../../chat/use-first-question.ts'
import { AssistantChat } from './AssistantChat.tsx'
import { assistantFromConversation } from './use-current-assistant.ts'

/** Page of the chat with one assistant. Query: assistant (required), project, library, conversation (specification, chapter 2). */
export function AssistantChatPage() {
  const { search, state, key } = useLocation()
  const query = new URLSearchParams(search)
  const assistantId = query.get('assistant')
  const projectId = query.get('project')
  const library = query.get('library')
  const conversationParam = query.get('conversation')
  const shownKey = `${assistantId} ${conversationParam}`
  // `asked`: first question, written on another page. `isNew`: start a new conversation from the current one.
  const historyState = state as { asked?: FirstQuestion; isNew?: true } | null
  const visit = { key, assistantId, projectId, library, conversation: conversationParam, asked: historyState?.asked ?? null, current: shownKey }
  // `current` identifies the conversation on the screen and its assistant. A visit to its URL does not reopen it.
  const [entry, setEntry] = useState({ ...visit, serial: 0 })
  if (key !== entry.key) setEntry(shownKey === entry.current && !historyState?.isNew ? { ...entry, key } : { ...visit, serial: entry.serial + 1 })

  const assistant = useQuery({ ...queryFor(routes.assistants.get, { params: { id: entry.assistantId! } }), enabled: entry.assistantId !== null })
  // A project that cannot be loaded is ignored (specification, chapter 8).
  const project = useQuery({ ...queryFor(routes.projects.get, { params: { id: entry.projectId! } }), enabled: entry.projectId !== null, retry: false })
  // An assistant that was deactivated or closed to this person can still be shown from the data of its conversations.
  const isUnavailable = assistant.isError && !assistant.data && !isTemporary(assistant.error)
  const savedConversation = useQuery({
    ...queryFor(routes.conversations.get, { params: { id: entry.conversation! } }),
    enabled: isUnavailable && entry.conversation !== null,
    meta: neverRefetched,
  })
  // An assistant already shown stays, even if it becomes unavailable while the person writes.
  const opened =
    assistant.data ?? (savedConversation.data?.assistant_id ? assistantFromConversation(savedConversation.data.assistant_id, savedConversation.data) : null)

  if (assistantId === null) return <Navigate to={paths.assistants} replace />
  if (opened === null && isUnavailable) {
    // A conversation that no longer has an assistant is resumed on the page for those without one.
    if (savedConversation.data) return <Navigate to={paths.resume(savedConversation.data)} replace />
    if (entry.conversation === null || isConversationUnavailable(savedConversation.error))
      return <Navigate to={paths.assistants} replace state={missingAssistantState} />
  }
  const asking = isUnavailable ? savedConversation : assistant
  if (opened === null && asking.isError) return <Unavailable query={asking} />
  if (opened === null || (entry.projectId !== null && project.isPending))
    return (
      <>
        <PageTitle isHidden>Assistant</PageTitle>
        <ChatLoading>Chargement de l'assistant...</ChatLoading>
      </>
    )

  const here = { assistant: assistantId, project: projectId, library }
  return (
    <AssistantChat
      key={entry.serial}
      assistant={opened}
      project={project.data ?? null}
      library={entry.library}
      conversationId={entry.conversation}
      firstQuestion={entry.asked}
      onEntered={(conversation, context) => {
        // Another visit is about to be rendered, and the URL belongs to it.
        if (currentLocation().key !== key) return
        if (conversation === conversationParam && context.assistant === assistantId && context.project === projectId && context.library === library) return
        setEntry({ ...entry, current: `${context.assistant} ${conversation}` })
        replaceUrl(withDocumentBeside(paths.chatbotAssistant({ ...context, conversation })))
      }}
      onNew={() => confirmIfUnsaved(() => navigate(paths.chatbotAssistant(here), { force: true, state: { isNew: true } }))}
    />
  )
}

function Unavailable({ query }: { query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'> }) {
  return (
    <div className={styles.alone}>
      <PageTitle>Assistant indisponible</PageTitle>
      <ErrorMessage query={query}>{sentenceOf(query.error, 'Veuillez réessayer.')}</ErrorMessage>
    </div>
  )
}
