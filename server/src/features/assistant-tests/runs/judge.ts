import type { Judgement } from '../../../platform/db/schema/assistant-tests.ts'
import type { Llm } from '../../../platform/llm/port.ts'
import { completeWithUsage, type TokenUsage } from '../../../replies/usage.ts'
import { fencedDataInstruction, fenceText } from '../../chat/fenced-text.ts'

/** Maximum length of the reason, in characters. */
const maxReason = 300

const instructions = `Vous vérifiez si une réponse respecte un critère. Ne répondez pas à la question, ne jugez que le critère.
Répondez sur une seule ligne : OUI ou NON, puis un tiret et la raison en une phrase.
${fencedDataInstruction}`

/** Asks a model whether an answer meets a criterion. `is_met` is null when it says neither. @throws {LlmError} */
export async function judgeAnswer(
  llm: Llm,
  { question, criterion, answer }: { question: string; criterion: string; answer: string },
  signal: AbortSignal,
  onUsage: (used: TokenUsage) => void,
): Promise<Judgement> {
  let text = ''
  const onDelta = (delta: string) => void (text += delta)
  const content = `Question posée :\n${fenceText(question)}\n\nRéponse à juger :\n${fenceText(answer)}\n\nCritère :\n${fenceText(criterion)}`
  const messages = [
    { role: 'system' as const, content: instructions },
    { role: 'user' as const, content },
  ]
  await completeWithUsage(llm, { messages, purpose: 'reading', signal, onDelta, maxTokens: 200 }, onUsage)
  const verdict = /^\W*(oui|non)\b[\s.:,;–—-]*(.*)/isu.exec(text)
  const reason = (verdict?.[2] ?? text).replaceAll('\0', '').toWellFormed().replace(/\s+/g, ' ').trim().slice(0, maxReason)
  return { is_met: verdict === null ? null : verdict[1]!.toLowerCase() === 'oui', reason }
}
