import { paths } from '../../../paths.ts'

/** Where the conversation stands. */
export interface Place {
  systemPrompt: string
  /** Ids. */
  prompt: string | null
  assistant: string | null
  /** Of a conversation that is not made yet; afterwards the conversation has it. */
  project: string | null
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
    address: (): string =>
      paths.chatbot({
        prompt: place.prompt,
        assistant: place.assistant,
        project: place.conversation === null ? place.project : null,
        conversation: place.conversation,
      }),
  }
}
