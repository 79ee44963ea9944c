import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isPassing, sentenceOf } from '../../../api/transport/api-error.ts'
import { q } from '../../../api/ask.ts'
import { assistantGone, paths } from '../../../paths.ts'
import { navigate } from '../../../router/address.ts'
import { askToLeave } from '../../../router/leaving.ts'
import { Navigate } from '../../../router/Navigate.tsx'
import { useLocation, useSearchParams } from '../../../router/Router.tsx'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage.tsx'
import { PageTitle } from '../../../ui/content/PageTitle.tsx'
import styles from '../../../chat/ChatScreen.module.css'
import { ChatLoading } from '../../../chat/ChatLoading.tsx'
import { AssistantChat } from './AssistantChat.tsx'

/** The chat with one assistant. Query: assistant (required), project, library, conversation (specification, chapter 2). */
export function AssistantChatPage() {
  const query = useSearchParams()
  const assistantId = query.get('assistant')
  const projectId = query.get('project')
  const library = query.get('library')
  const wanted = query.get('conversation')
  const address = `${assistantId} ${wanted}`
  // What home was asked, to be answered here.
  const asked = (useLocation().state as { question?: string } | null)?.question ?? null
  // `current` is the conversation on the screen, with its assistant: the address follows it, and what it rests on, and must not open it anew.
  const [entry, setEntry] = useState({ assistantId, projectId, library, conversation: wanted, asked, address, current: address, serial: 0 })
  if (address !== entry.address) {
    const opened = { assistantId, projectId, library, conversation: wanted, asked, address, current: address, serial: entry.serial + 1 }
    setEntry(address === entry.current ? { ...entry, address } : opened)
  }

  const assistant = useQuery({ ...q(routes.assistants.get, { params: { id: entry.assistantId! } }), enabled: entry.assistantId !== null })
  // A project that cannot be had is done without (specification, chapter 8).
  const project = useQuery({ ...q(routes.projects.get, { params: { id: entry.projectId! } }), enabled: entry.projectId !== null, retry: false })

  if (assistantId === null) return <Navigate to={paths.assistants} replace />
  // The one that the conversation was opened with may go, once it has another.
  if (assistant.isError && entry.assistantId === assistantId) {
    if (!isPassing(assistant.error)) return <Navigate to={paths.assistants} replace state={assistantGone} />
    if (!assistant.data)
      return (
        <div className={styles.alone}>
          <PageTitle>Assistant indisponible</PageTitle>
          <ErrorMessage onRetry={() => void assistant.refetch()} isRetrying={assistant.isFetching}>
            {sentenceOf(assistant.error, 'Veuillez réessayer.')}
          </ErrorMessage>
        </div>
      )
  }
  if (!assistant.data || (entry.projectId !== null && project.isPending))
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
      assistant={assistant.data}
      project={project.data ?? null}
      library={entry.library}
      conversationId={entry.conversation}
      asked={entry.asked}
      onEntered={(conversation, context) => {
        if (conversation === wanted && context.assistant === assistantId && context.project === projectId && context.library === library) return
        setEntry({ ...entry, current: `${context.assistant} ${conversation}` })
        navigate(paths.chatbotAssistant({ ...context, conversation }), { replace: true })
      }}
      onNew={() =>
        askToLeave(() => {
          setEntry({ ...entry, assistantId, projectId, library, conversation: null, asked: null, current: `${assistantId} null`, serial: entry.serial + 1 })
          navigate(paths.chatbotAssistant(here), { force: true })
        })
      }
    />
  )
}
