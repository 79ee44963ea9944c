import { routes, type WrittenDocument } from '@parvis/contract'
import { MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/browser.ts'
import { isConversationUnavailable, sentenceOf } from '../../api/transport/api-error.ts'
import { urlBeside } from '../../chat/beside/document-param.ts'
import { paths } from '../../paths.ts'
import { guardedNavigate } from '../../router/late-navigation.ts'
import { Button } from '../../ui/Button.tsx'
import type { NoticeContent } from '../../ui/feedback/Notice.tsx'

interface AskButtonProps {
  document: WrittenDocument
  onNotice: (notice: NoticeContent) => void
}

/** Button that opens the document beside its conversation, or a new one when it has none that the person may resume. */
export function AskButton({ document: { id, conversation_id, role }, onNotice }: AskButtonProps) {
  const [isPending, setPending] = useState(false)
  const [go] = useState(guardedNavigate)
  async function open() {
    setPending(true)
    try {
      go(urlBeside(id, await conversationUrl(role === 'owner' ? conversation_id : null)))
    } catch (error) {
      setPending(false)
      onNotice({ tone: 'error', sentence: sentenceOf(error, 'La conversation n’a pas pu être ouverte. Veuillez réessayer.') })
    }
  }
  return (
    <Button icon={<MessageSquareText aria-hidden />} isPending={isPending} onPress={() => void open()}>
      Demander à l’assistant
    </Button>
  )
}

/** URL that resumes a conversation, or begins another one when it was deleted. @throws {ApiError} */
async function conversationUrl(conversation_id: string | null): Promise<string> {
  if (conversation_id === null) return paths.chatbot()
  try {
    return paths.resume(await call(routes.conversations.get, { params: { id: conversation_id } }))
  } catch (error) {
    if (isConversationUnavailable(error)) return paths.chatbot()
    throw error
  }
}
