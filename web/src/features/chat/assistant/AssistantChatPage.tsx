import { routes } from '@parvis/contract'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { isGone, isPassing, sentenceOf } from '../../../api/transport/api-error.ts'
import { askedOnce, q } from '../../../api/ask.ts'
import { assistantGone, paths } from '../../../paths.ts'
import { currentPlace, navigate } from '../../../router/address.ts'
import { sayPlace } from '../../../router/say-place.ts'
import { askToLeave } from '../../../router/leaving.ts'
import { Navigate } from '../../../router/Navigate.tsx'
import { useLocation } from '../../../router/Router.tsx'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage.tsx'
import { PageTitle } from '../../../ui/content/PageTitle.tsx'
import styles from '../../../chat/ChatScreen.module.css'
import { ChatLoading } from '../../../chat/ChatLoading.tsx'
import type { FirstQuestion } from '../../../chat/use-first-question.ts'
import { AssistantChat } from './AssistantChat.tsx'
import { toldBy } from './use-current-assistant.ts'

/** Page of the chat with one assistant. Query: assistant (required), project, library, conversation (specification, chapter 2). */
export function AssistantChatPage() {
  const { search, state, key } = useLocation()
  const query = new URLSearchParams(search)
  const assistantId = query.get('assistant')
  const projectId = query.get('project')
  const library = query.get('library')
  const wanted = query.get('conversation')
  const address = `${assistantId} ${wanted}`
  // `asked`: first question, written on another page. `isNew`: start a new conversation from the current one.
  const told = state as { asked?: FirstQuestion; isNew?: true } | null
  const visit = { key, assistantId, projectId, library, conversation: wanted, asked: told?.asked ?? null, current: address }
  // `current` identifies the conversation on the screen and its assistant. A visit to its URL does not reopen it.
  const [entry, setEntry] = useState({ ...visit, serial: 0 })
  if (key !== entry.key) setEntry(address === entry.current && !told?.isNew ? { ...entry, key } : { ...visit, serial: entry.serial + 1 })

  const assistant = useQuery({ ...q(routes.assistants.get, { params: { id: entry.assistantId! } }), enabled: entry.assistantId !== null })
  // A project that cannot be loaded is ignored (specification, chapter 8).
  const project = useQuery({ ...q(routes.projects.get, { params: { id: entry.projectId! } }), enabled: entry.projectId !== null, retry: false })
  // An assistant that was deactivated or closed to this person can still be shown from the data of its conversations.
  const isAway = assistant.isError && !assistant.data && !isPassing(assistant.error)
  const kept = useQuery({
    ...q(routes.conversations.get, { params: { id: entry.conversation! } }),
    enabled: isAway && entry.conversation !== null,
    meta: askedOnce,
  })
  // An assistant already shown stays, even if it becomes unavailable while the person writes.
  const opened = assistant.data ?? (kept.data?.assistant_id ? toldBy(kept.data.assistant_id, kept.data) : null)

  if (assistantId === null) return <Navigate to={paths.assistants} replace />
  if (opened === null && isAway) {
    // A conversation that no longer has an assistant is resumed on the page for those without one.
    if (kept.data) return <Navigate to={paths.resume(kept.data)} replace />
    if (entry.conversation === null || isGone(kept.error)) return <Navigate to={paths.assistants} replace state={assistantGone} />
  }
  const asking = isAway ? kept : assistant
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
      asked={entry.asked}
      onEntered={(conversation, context) => {
        // Another visit is about to be rendered, and the URL belongs to it.
        if (currentPlace().key !== key) return
        if (conversation === wanted && context.assistant === assistantId && context.project === projectId && context.library === library) return
        setEntry({ ...entry, current: `${context.assistant} ${conversation}` })
        sayPlace(paths.chatbotAssistant({ ...context, conversation }))
      }}
      onNew={() => askToLeave(() => navigate(paths.chatbotAssistant(here), { force: true, state: { isNew: true } }))}
    />
  )
}

function Unavailable({ query }: { query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'> }) {
  return (
    <div className={styles.alone}>
      <PageTitle>Assistant indisponible</PageTitle>
      <ErrorMessage of={query}>{sentenceOf(query.error, 'Veuillez réessayer.')}</ErrorMessage>
    </div>
  )
}
