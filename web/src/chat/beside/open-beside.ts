import { routes } from '@parvis/contract'
import type { Dispatch, SetStateAction } from 'react'
import { call } from '../../api/browser.ts'
import { create } from '../../api/create.ts'
import { invalidateUnder } from '../../api/queries.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import type { Chat } from '../machine/effects.ts'
import type { ChatMessage } from '../machine/state.ts'
import { documentOfAnswer } from './answer-document.ts'
import type { DeskView } from './beside-context.ts'
import { documentBeside, showDocumentBeside } from './document-param.ts'

type SetView = Dispatch<SetStateAction<DeskView>>

/** Makes a written document of an answer, which the conversation then writes, and opens it. A failure is shown above the field. */
export async function openAnswer(chat: Chat, message: ChatMessage, setView: SetView): Promise<void> {
  const { conversation } = chat.state()
  try {
    const { title, markdown } = documentOfAnswer(message, await chat.title())
    const document = await create(routes.writtenDocuments.create, {
      title,
      markdown,
      ...(conversation !== null && {
        conversation_id: conversation.id,
        project_id: conversation.project_id,
        assistant_id: conversation.assistant_id,
      }),
    })
    void invalidateUnder(['/written-documents'])
    setView({ isDocumentShown: true, tab: 'text' })
    showDocumentBeside(document.id)
  } catch (error) {
    chat.notify(sentenceOf(error, 'Le document n’a pas pu être créé. Veuillez réessayer.'))
  }
}

/** Opens the latest document of the conversation. Says how to make one when it has none. */
export async function showDocument(chat: Chat, setView: SetView): Promise<void> {
  const { conversation } = chat.state()
  try {
    const [latest] = conversation === null ? [] : await call(routes.writtenDocuments.list, { query: { conversation_id: conversation.id } })
    if (latest === undefined) return chat.notify('Cette conversation n’a pas de document. «\u00a0Ouvrir à côté\u00a0», sous une réponse, en fait un.')
    setView({ isDocumentShown: true, tab: 'text' })
    showDocumentBeside(latest.id)
  } catch (error) {
    chat.notify(sentenceOf(error, 'Le document n’a pas pu être ouvert. Veuillez réessayer.'))
  }
}

/** Shows the list of proposals of the open document, or opens the document of the conversation that a reply is about. */
export async function showProposals(chat: Chat, message_id: string | null, setView: SetView): Promise<void> {
  try {
    const id = documentBeside(location.search) ?? (await findDocument(chat.state().conversation?.id ?? null, message_id))
    if (id === null) return chat.notify('Le document de cette réponse n’existe plus, ou ne vous est plus ouvert.')
    setView({ isDocumentShown: true, tab: 'proposals' })
    if (documentBeside(location.search) !== id) showDocumentBeside(id)
  } catch (error) {
    chat.notify(sentenceOf(error, 'Les modifications proposées n’ont pas pu être lues. Veuillez réessayer.'))
  }
}

/** Maximum number of documents of a conversation in which a reply is searched. */
const maxSearched = 5

async function findDocument(conversation_id: string | null, message_id: string | null): Promise<string | null> {
  if (conversation_id === null) return null
  const documents = await call(routes.writtenDocuments.list, { query: { conversation_id } })
  for (const { id } of documents.slice(0, maxSearched)) {
    const proposals = await call(routes.proposals.list, { params: { id } })
    if (proposals.some((proposal) => proposal.message_id === message_id)) return id
  }
  return documents[0]?.id ?? null
}
