import { paths } from '../../../paths.ts'

/** Where the conversation stands. */
export interface Place {
  systemPrompt: string
  /** Ids. */
  prompt: string | null
  assistant: string | null
  conversation: string | null
}

/** The place of one conversation, read when a question is sent and when the address is written. */
export function createPlace(initial: Place) {
  let place = initial
  return {
    here: (): Place => place,
    change(changes: Partial<Place>): void {
      place = { ...place, ...changes }
    },
    /** Reloading it finds the same conversation and the same prompt. */
    address: (): string => paths.chatbot({ prompt: place.prompt, assistant: place.assistant, conversation: place.conversation }),
  }
}
