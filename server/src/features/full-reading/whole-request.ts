import type { PromptTurn } from '../chat/notices.ts'
import { continueInstruction } from '../chat/prompt.ts'
import { asksToConfirm } from './notices.ts'

/** A request about whole documents. */
export type ReadingRequest = {
  text: string
  /** Earlier requests that are needed to understand it, oldest first. */
  before: readonly string[]
  /** Whether the person asks for a table. */
  isTable: boolean
}

const maxEarlierRequests = 2
/** Pattern of requests that continue the previous one: « Et en anglais ? », « Plutôt par date ». Pronouns are not included: they refer to the document. */
const continuesPrevious = /^[\s«"–-]*(?:et|mais|ou|alors|donc|sinon|idem|pareil|de même|même chose|plutôt|aussi|maintenant)(?![\p{L}-])/iu
const agreement =
  /^(?:oui|ok|okay|d['’]accord|vas[- ]y|allez[- ]y|lance[rz]?(?:[- ]la)?|commence[rz]?|c['’]est bon|je confirme|confirme[rz]?|go|yes)(?![\p{L}])/iu
const objection = /(?<!\p{L})(?:non|pas|mais|plutôt|seulement|sans|sauf|attends|attendez|combien|pourquoi)(?!\p{L})/iu
const maxAgreementLength = 40

/** Returns the turns up to the person's last message, without the hidden question that continues an interrupted reply. */
const turnsUntilQuestion = (turns: readonly PromptTurn[]): readonly PromptTurn[] =>
  turns.slice(0, turns.findLastIndex(({ role, content }) => role === 'user' && content !== continueInstruction) + 1)

/** Whether the person's last message accepts the cost that the previous reply announced. */
export function isConfirmation(turns: readonly PromptTurn[]): boolean {
  const [announcement, answer] = turnsUntilQuestion(turns).slice(-2)
  if (announcement?.role !== 'assistant' || answer?.role !== 'user' || !asksToConfirm(announcement.content)) return false
  const words = answer.content.trim()
  return words.length <= maxAgreementLength && agreement.test(words) && !objection.test(words)
}

/** Returns the turns up to the request itself, skipping confirmations of the cost and hidden questions that continue a reply. */
export function turnsOfRequest(turns: readonly PromptTurn[]): readonly PromptTurn[] {
  const turnsSoFar = turnsUntilQuestion(turns)
  return isConfirmation(turns) ? turnsOfRequest(turnsSoFar.slice(0, -2)) : turnsSoFar
}

/** Returns the request for which documents are read, with the earlier requests that it continues (2 at most). */
export function wholeRequest(turns: readonly PromptTurn[]): ReadingRequest {
  const requests = turnsOfRequest(turns).flatMap(({ role, content }) => (role === 'user' && content !== continueInstruction ? [content.trim()] : []))
  const text = requests.at(-1) ?? ''
  const otherRequests = requests.filter((other) => other !== text)
  const lastStandalone = otherRequests.findLastIndex((other) => !continuesPrevious.test(other))
  const before = continuesPrevious.test(text) ? otherRequests.slice(Math.max(lastStandalone, otherRequests.length - maxEarlierRequests, 0)) : []
  return { text, before, isTable: /\btableau\b/iu.test(text) }
}
