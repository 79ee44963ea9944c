import { paths } from '../../../paths.ts'

/** Current parameters of the screen, sent with each question and written to the URL. */
interface ChatbotParams {
  systemPrompt: string
  /** Id of the selected prompt; null: none. The other fields are ids too. */
  prompt: string | null
  assistant: string | null
  /** Project of a conversation that is not created yet. Afterwards the conversation stores it. */
  project: string | null
  conversation: string | null
}

/** Creates the mutable parameters of one conversation. */
export function createChatbotParams(initial: ChatbotParams) {
  let params = initial
  return {
    current: (): ChatbotParams => params,
    change(changes: Partial<ChatbotParams>): void {
      params = { ...params, ...changes }
    },
    /** URL that, when reloaded, finds the same conversation and the same prompt. */
    url: (): string =>
      paths.chatbot({
        prompt: params.prompt,
        assistant: params.assistant,
        project: params.conversation === null ? params.project : null,
        conversation: params.conversation,
      }),
  }
}
