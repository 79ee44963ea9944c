import { changeContext } from '../conversation/change-conversation.ts'
import type { Chat } from '../machine/effects.ts'

export const nothingChangedSentence = 'Rien n’a changé. Veuillez réessayer.'

/** Changes the day at which the next questions of a conversation are asked; null: today. Creates the conversation if there is none yet. @throws {ApiError} */
export async function changeAsOf(chat: Chat, as_of: string | null): Promise<void> {
  if (chat.state().conversation === null) await chat.place?.()
  const { id } = chat.state().conversation!
  chat.setConversation(await changeContext(id, { as_of }))
}
