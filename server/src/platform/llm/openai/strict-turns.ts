import type { LlmMessage } from '../port.ts'

const firstWord: LlmMessage = { role: 'user', content: 'Bonjour.' }

/**
 * The messages as the strictest chat templates want them (Mistral Small and Gemma on vLLM or llama.cpp answer 400 to anything
 * else): after the system prompt the person speaks first, then each in turn. An assistant that opened the conversation is
 * given a greeting to answer; questions left without an answer become one.
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
