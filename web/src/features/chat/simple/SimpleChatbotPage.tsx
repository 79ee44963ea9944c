import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isTemporary, sentenceOf } from '../../../api/transport/api-error.ts'
import { queryFor } from '../../../api/queries.ts'
import { ChatLoading } from '../../../chat/ChatNotices.tsx'
import styles from '../../../chat/ChatScreen.module.css'
import { paths } from '../../../paths.ts'
import { Navigate } from '../../../router/Link.tsx'
import { useLocation } from '../../../router/Router.tsx'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage.tsx'
import { PageTitle } from '../../../ui/content/PageTitle.tsx'
import { useDeferredReady } from '../../../ui/feedback/Skeleton.tsx'
import type { FirstQuestion } from '../../../chat/use-first-question.ts'
import { chatbotOpeningOf, promptOf } from './chatbot-opening.ts'
import { SimpleChatbot } from './SimpleChatbot.tsx'

/** Page of the simple chatbot. Query, all optional: prompt, assistant, conversation (specification, chapter 2), and the project of a new conversation. */
export function SimpleChatbotPage() {
  const { search, state, key } = useLocation()
  // First question, written on another page.
  const asked = (state as { asked?: FirstQuestion } | null)?.asked ?? null
  // `current` is the conversation on the screen: a visit to its URL does not reopen it, as a text may be half written.
  const [entry, setEntry] = useState({ search, key, serial: 0, asked, current: null as string | null })
  const isOnScreen = entry.current !== null && entry.current === new URLSearchParams(search).get('conversation')
  // Any other visit opens a new chat. A URL that the screen itself writes does not.
  if (entry.key !== key) setEntry(isOnScreen ? { ...entry, key } : { search, key, serial: entry.serial + 1, asked, current: null })

  const query = new URLSearchParams(entry.search)
  const assistantId = query.get('assistant')
  const prompts = useQuery(queryFor(routes.prompts.list))
  const assistant = useQuery({
    ...queryFor(routes.assistants.get, { params: { id: assistantId! } }),
    enabled: assistantId !== null,
  })
  const isDrawn = useDeferredReady(prompts.data !== undefined && (assistantId === null || assistant.data !== undefined))

  // An assistant already shown stays, even if it becomes unavailable while the person writes.
  if (assistant.isError && !assistant.data && !isTemporary(assistant.error)) return <Navigate to={paths.assistants} replace />
  const failedQuery = [prompts, ...(assistantId === null ? [] : [assistant])].find(({ isError, data }) => isError && data === undefined)
  if (failedQuery) {
    return (
      <div className={styles.alone}>
        <PageTitle>Chatbot</PageTitle>
        <ErrorMessage query={failedQuery}>{sentenceOf(failedQuery.error, 'Impossible de préparer le chatbot. Veuillez réessayer.')}</ErrorMessage>
      </div>
    )
  }
  if (!prompts.data || !isDrawn)
    return (
      <>
        <PageTitle isHidden>Chatbot</PageTitle>
        <ChatLoading>Chargement du chatbot…</ChatLoading>
      </>
    )
  return (
    <SimpleChatbot
      key={entry.serial}
      prompts={prompts.data}
      opening={chatbotOpeningOf(promptOf(query.get('prompt'), prompts.data), assistant.data ?? null)}
      conversationId={query.get('conversation')}
      projectId={query.get('project')}
      firstQuestion={entry.asked}
      onEntered={(current) => setEntry({ ...entry, current })}
    />
  )
}
