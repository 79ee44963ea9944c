import { paths } from '../../../paths.ts'

/** Current parameters of the screen, sent with each question and written to the URL. */
export interface Place {
  systemPrompt: string
  /** Id of the selected prompt; null: none. The other fields are ids too. */
  prompt: string | null
  assistant: string | null
  /** Project of a conversation that is not created yet. Afterwards the conversation stores it. */
  project: string | null
  conversation: string | null
}

/** Creates the mutable parameters of one conversation. */
export function createPlace(initial: Place) {
  let place = initial
  return {
    here: (): Place => place,
    change(changes: Partial<Place>): void {
      place = { ...place, ...changes }
    },
    /** URL that, when reloaded, finds the same conversation and the same prompt. */
    address: (): string =>
      paths.chatbot({
        prompt: place.prompt,
        assistant: place.assistant,
        project: place.conversation === null ? place.project : null,
        conversation: place.conversation,
      }),
  }
}
