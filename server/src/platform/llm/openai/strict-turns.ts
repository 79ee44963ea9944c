import type { LlmMessage } from '../port.ts'

const firstWord: LlmMessage = { role: 'user', content: 'Bonjour.' }

/**
 * Rearranges messages for the strictest chat templates, which refuse anything else (Mistral Small and Gemma on vLLM or llama.cpp answer 400): after the
 * system prompt, user first, then strictly alternating. A greeting is inserted before an assistant message that opens the conversation; consecutive
 * messages of the same role are joined.
 */
export function strictTurns(messages: readonly LlmMessage[]): LlmMessage[] {
  const strict: LlmMessage[] = []
  for (const message of messages) {
    const before = strict.at(-1)
    if (message.role === 'assistant' && (before === undefined || before.role === 'system')) strict.push(firstWord, message)
    else if (before?.role === message.role) strict[strict.length - 1] = { role: message.role, content: `${before.content}\n\n${message.content}` }
    else strict.push(message)
  }
  return strict
}
