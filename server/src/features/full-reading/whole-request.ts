import type { LlmMessage } from '../../platform/llm/port.ts'
import { continueInstruction } from '../chat/prompt.ts'
import { asksToConfirm } from './announce-cost.ts'

/** What a person asks of documents as a whole. */
export type WholeRequest = {
  text: string
  /** Earlier requests without which it says too little, oldest first. */
  before: readonly string[]
  /** The person wants a table. */
  isTable: boolean
}

const mostBefore = 2
/** « Et en anglais ? », « Plutôt par date »: what stands before says the rest. A pronoun does not: it is the document. */
const leansOnWhatWasSaid = /^[\s«"–-]*(?:et|mais|ou|alors|donc|sinon|idem|pareil|de même|même chose|plutôt|aussi|maintenant)(?![\p{L}-])/iu
const agreement =
  /^(?:oui|ok|okay|d['’]accord|vas[- ]y|allez[- ]y|lance[rz]?(?:[- ]la)?|commence[rz]?|c['’]est bon|je confirme|confirme[rz]?|go|yes)(?![\p{L}])/iu
const objection = /(?<!\p{L})(?:non|pas|mais|plutôt|seulement|sans|sauf|attends|attendez|combien|pourquoi)(?!\p{L})/iu
const longestAgreement = 40

/** What was said up to the last words of the person, without what resumes an interrupted reply. */
const saidIn = (turns: readonly LlmMessage[]): readonly LlmMessage[] =>
  turns.slice(0, turns.findLastIndex(({ role, content }) => role === 'user' && content !== continueInstruction) + 1)

/** Whether the last turn of the person agrees to the reading whose cost was just told. */
export function isConfirmation(turns: readonly LlmMessage[]): boolean {
  const [told, answer] = saidIn(turns).slice(-2)
  if (told?.role !== 'assistant' || answer?.role !== 'user' || !asksToConfirm(told.content)) return false
  const words = answer.content.trim()
  return words.length <= longestAgreement && agreement.test(words) && !objection.test(words)
}

/** The turns up to the request itself: an agreement to its cost, and what only resumes its reply, are no request. */
export function turnsOfRequest(turns: readonly LlmMessage[]): readonly LlmMessage[] {
  const said = saidIn(turns)
  return isConfirmation(turns) ? turnsOfRequest(said.slice(0, -2)) : said
}

/** The request that documents are read for. */
export function wholeRequest(turns: readonly LlmMessage[]): WholeRequest {
  const asked = turnsOfRequest(turns).flatMap(({ role, content }) => (role === 'user' && content !== continueInstruction ? [content.trim()] : []))
  const text = asked.at(-1) ?? ''
  const others = asked.filter((other) => other !== text)
  const own = others.findLastIndex((other) => !leansOnWhatWasSaid.test(other))
  const before = leansOnWhatWasSaid.test(text) ? others.slice(Math.max(own, others.length - mostBefore, 0)) : []
  return { text, before, isTable: /\btableau\b/iu.test(text) }
}
