import type { LlmRequest } from '../port.ts'
import { composeAnswer } from './scripted-answers.ts'

/** The answer to a question alone, asked of an assistant with this prompt. */
export const answerTo = (question: string, system: string, purpose: LlmRequest['purpose'] = 'chat'): string =>
  composeAnswer({
    purpose,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: question },
    ],
  })
