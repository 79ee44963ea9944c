import type { LlmMessage } from '../port.ts'

const greeting: LlmMessage = { role: 'user', content: 'Bonjour.' }

/**
 * Rearranges messages for the strictest chat templates, which refuse anything else (Mistral Small and Gemma on vLLM or llama.cpp answer 400): after the
 * system prompt, user first, then strictly alternating. A greeting is inserted before an assistant message that opens the conversation; consecutive
 * messages of the same role are joined.
 */
export function toStrictTurns(messages: readonly LlmMessage[]): LlmMessage[] {
  const strict: LlmMessage[] = []
  for (const message of messages) {
    const previous = strict.at(-1)
    if (message.role === 'assistant' && (previous === undefined || previous.role === 'system')) strict.push(greeting, message)
    else if (previous?.role === message.role) strict[strict.length - 1] = { role: message.role, content: `${previous.content}\n\n${message.content}` }
    else strict.push(message)
  }
  return strict
}
