import { defaultSystemPrompt, type Assistant, type Prompt } from '@parvis/contract'

/**
 * Finds the prompt of the URL: an id, « 1 » for the standard prompt, anything else for the specialised one (specification, chapter 2). Null without the
 * parameter, or if there is no such prompt.
 */
export function promptOf(parameter: string | null, prompts: readonly Prompt[]): Prompt | null {
  if (parameter === null) return null
  const use = parameter === '1' ? 'standard' : 'specialised'
  return prompts.find(({ id }) => id === parameter) ?? prompts.find(({ chatbot_use }) => chatbot_use === use) ?? null
}

/** Initial state of the screen. */
export interface ChatbotOpening {
  title: string
  systemPrompt: string
  /** Text shown before the first message; null for the empty state. */
  welcome: string | null
  promptId: string | null
  assistantId: string | null
}

/** Chooses the initial state. An assistant takes precedence over a prompt. Texts of the specification, chapter 4, simple chatbot. */
export function chatbotOpeningOf(prompt: Prompt | null, assistant: Pick<Assistant, 'id' | 'name' | 'description' | 'prompt_content'> | null): ChatbotOpening {
  if (assistant) {
    return {
      title: assistant.name,
      systemPrompt: assistant.prompt_content,
      welcome: `Bonjour ! Je suis ${assistant.name}. ${assistant.description}`,
      promptId: null,
      assistantId: assistant.id,
    }
  }
  if (prompt)
    return {
      title: prompt.name,
      systemPrompt: prompt.content,
      welcome: `Bienvenue ! Je suis configuré avec le prompt: ${prompt.name}`,
      promptId: prompt.id,
      assistantId: null,
    }
  return { title: 'Chatbot', systemPrompt: defaultSystemPrompt, welcome: null, promptId: null, assistantId: null }
}

/** Note shown when another prompt is chosen. */
export const promptChanged = (name: string): string => `Le prompt a été changé\u00a0: ${name}`
