import { estimateTokens } from '@parvis/french-search'
import type { ReplyNotice } from '../../platform/db/schema/conversations.ts'
import type { LlmMessage } from '../../platform/llm/port.ts'
import { imageTokens } from '../../replies/usage.ts'
import { fixedNotices, withoutNotices, type PromptTurn } from './notices.ts'

/** Share of the window reserved for the answer, and its maximum in tokens. */
const answerShare = 0.25
const maxAnswerTokens = 4_096
/** Share of the window reserved for errors of the token estimate. */
const marginShare = 0.05
/** Tokens that a model's template adds around each turn. */
const tokensPerTurn = 4
/** Minimum shares of the prompt: that of the history beside documents (if it is that long), and that of documents beside the rest. */
const historyShare = 0.2
const documentsShare = 0.2
/** Overhead of the fences, titles and rules around passages: fixed tokens, and the share left to the passages themselves. */
const passagesFrameTokens = 150
const passagesShare = 0.9
/** Minimum tokens left for which a turn that does not fit is shortened rather than dropped. */
const minCutTokens = 200
/** Minimum window, in tokens, even when halved. */
const minWindow = 1_000
/** Letters per token in `estimateTokens`, where digits and signs count for more: a text has at least its length divided by this. */
export const charactersPerToken = 4.3

const droppedNotice = '\n\nLes échanges les plus anciens de cette conversation ne sont pas repris ici.'
const gapMark = '\n\n[Une partie du texte a été retirée ici : il dépassait ce que vous pouvez lire.]\n\n'

export type ContextRequest = {
  /** Context window of the model, prompt and answer together, in tokens. */
  window: number
  /** System prompt, without documents. */
  instructions: string
  /** Messages, oldest first; the last one is the question, or the hidden question that replaces it. */
  turns: readonly PromptTurn[]
  /** Whether documents will be searched. */
  wantsDocuments: boolean
}

type ComposedPrompt = {
  messages: LlmMessage[]
  /** Notices placed before the reply; empty when the whole request fits. */
  notices: ReplyNotice[]
  /** Returns a window for half of the tokens of this prompt, for when the model rejects it as too long. */
  shorterWindow(): number
}

type SharedContext = {
  /** Estimated tokens that documents may take. */
  tokenBudget: number
  /** @param documents passages found, as text for the model; null without any */
  compose(documents: string | null): ComposedPrompt
}

/**
 * Shares the context window of a model, in estimated tokens, by these rules:
 *
 * 1. the answer gets a quarter of the window, 4,096 tokens at most, and the error of the estimate 5 %; the prompt gets the rest;
 * 2. the instructions and the question are always included. Together they take at most the whole prompt (four fifths of it beside documents): each gets
 * half of that, plus what the other leaves. Beyond, their middle is cut, and both the model and the person are told;
 * 3. documents get the rest, minus a minimum for the newest history: up to a fifth of the prompt and half of that rest;
 * 4. history gets everything that documents did not take: newest turns first, sent in order. The model is told when older turns are dropped. If even the
 * newest does not fit, its middle is cut.
 *
 * The messages never exceed the tokens of the prompt.
 */
export function shareContext({ window, instructions, turns, wantsDocuments }: ContextRequest): SharedContext {
  const last = turns.at(-1)
  const prompt = promptTokensOf(Math.max(minWindow, window)) - 2 * tokensPerTurn - estimateTokens(droppedNotice) - imageTokensOf(last)
  const instructionsAndQuestion = Math.floor(wantsDocuments ? prompt * (1 - documentsShare) : prompt)
  const questionTokens = estimateTokens(last?.content ?? '')
  const cutInstructions = cutFencedTo(instructions, Math.max(Math.floor(instructionsAndQuestion / 2), instructionsAndQuestion - questionTokens))
  const cutQuestion = cutTo(last?.content ?? '', instructionsAndQuestion - estimateTokens(cutInstructions))
  const history = turns
    .slice(0, -1)
    .map(withoutNotices)
    .filter(({ content }) => content !== '')
  const tokensLeft = prompt - estimateTokens(cutInstructions) - estimateTokens(cutQuestion)
  const isCut = { question: last !== undefined && cutQuestion !== last.content, instructions: cutInstructions !== instructions }

  return {
    tokenBudget: wantsDocuments
      ? Math.max(0, Math.floor((tokensLeft - minHistoryTokens(history, prompt, tokensLeft)) * passagesShare) - passagesFrameTokens)
      : 0,
    compose(documents) {
      const found = documents === null ? '' : cutFencedTo(documents, tokensLeft - 1)
      const system = [cutInstructions, found].filter((part) => part !== '').join('\n\n')
      const keptTurns = newestFitting(history, prompt - estimateTokens(system) - estimateTokens(cutQuestion))
      const messages: LlmMessage[] = [{ role: 'system', content: keptTurns.length < history.length ? system + droppedNotice : system }, ...keptTurns]
      if (last !== undefined) messages.push({ role: last.role, content: cutQuestion, ...(last.images && { images: last.images }) })
      return {
        messages,
        notices: [...(isCut.question ? [fixedNotices.question] : []), ...(isCut.instructions ? [fixedNotices.instructions] : [])],
        shorterWindow: () => Math.floor(Math.max(minWindow, Math.min(window / 2, windowOfPromptTokens(countTokens(messages) / 2)))),
      }
    },
  }
}

/** Estimated tokens of messages, including the overhead of each turn. */
export function countTokens(messages: readonly LlmMessage[]): number {
  return messages.reduce((sum, message) => sum + estimateTokens(message.content) + imageTokensOf(message) + tokensPerTurn, 0)
}

const imageTokensOf = (message: LlmMessage | undefined): number => (message?.images?.length ?? 0) * imageTokens

/** Tokens available to the prompt in a window. */
export function promptTokensOf(window: number): number {
  return Math.floor(window - Math.min(maxAnswerTokens, window * answerShare) - window * marginShare)
}

/** Inverse of `promptTokensOf`: the window whose prompt has this many tokens. */
function windowOfPromptTokens(prompt: number): number {
  return Math.min(prompt / (1 - answerShare - marginShare), (prompt + maxAnswerTokens) / (1 - marginShare))
}

function minHistoryTokens(history: readonly LlmMessage[], prompt: number, left: number): number {
  const maxTokens = Math.floor(Math.min(prompt * historyShare, left / 2))
  let floor = 0
  for (const { content } of history.toReversed()) {
    if (floor >= maxTokens) break
    floor += content.length / charactersPerToken >= maxTokens ? maxTokens : estimateTokens(content) + tokensPerTurn
  }
  return Math.min(floor, maxTokens)
}

/** Returns the newest turns that fit, oldest first. Images that do not fit are left out, not their text. */
function newestFitting(history: readonly LlmMessage[], tokenBudget: number): LlmMessage[] {
  // A character is at most one token: below this length no estimate is needed.
  if (history.reduce((sum, turn) => sum + turn.content.length + imageTokensOf(turn) + tokensPerTurn, 0) <= tokenBudget) return [...history]
  const kept: LlmMessage[] = []
  let left = tokenBudget
  for (const turn of history.toReversed()) {
    left -= tokensPerTurn
    const size = turn.content.length / charactersPerToken > left ? Infinity : estimateTokens(turn.content)
    if (size > left) {
      if (kept.length === 0 && left >= minCutTokens) kept.push({ ...turn, content: cutTo(turn.content, left) })
      break
    }
    const images = imageTokensOf(turn)
    const hasRoom = size + images <= left
    kept.push(hasRoom ? turn : { role: turn.role, content: turn.content })
    left -= size + (hasRoom ? images : 0)
  }
  return kept.reverse()
}

/** Shortens a text as `cutTo`, then repairs its fences: one left open by the cut is closed before the gap or reopened after it, so that data stays fenced. */
export function cutFencedTo(text: string, tokens: number): string {
  const cut = cutTo(text, tokens)
  const at = cut === text ? -1 : cut.indexOf(gapMark)
  if (at < 0) return cut
  const [head, tail] = [cut.slice(0, at), cut.slice(at + gapMark.length)]
  const openFence = (part: string) => {
    const fences = [...part.matchAll(/^`{3,}$/gm)].map(([fence]) => fence)
    return fences.length % 2 === 1 ? fences.at(-1) : undefined
  }
  const [before, after] = [openFence(head), openFence(tail)]
  return `${head}${before === undefined ? '' : `\n${before}`}${gapMark}${after === undefined ? '' : `${after}\n`}${tail}`
}

/** Shortens a text to `tokens` estimated tokens: its beginning and its end, with a mention of the gap. Returns it unchanged if it fits. */
export function cutTo(text: string, tokens: number): string {
  const maxTokens = Math.max(0, Math.floor(tokens))
  if (text.length / charactersPerToken <= maxTokens && estimateTokens(text) <= maxTokens) return text
  if (estimateTokens(gapMark) > maxTokens) return text.slice(0, maxTokens).toWellFormed()
  const ends = (length: number) => {
    const head = Math.ceil(length / 2)
    // A surrogate pair split by the cut is replaced.
    return `${text.slice(0, head).toWellFormed()}${gapMark}${text.slice(text.length - (length - head)).toWellFormed()}`
  }
  let fits = 0
  let tooLong = Math.min(text.length, Math.floor(maxTokens * charactersPerToken)) + 1
  while (tooLong - fits > 1) {
    const length = Math.floor((fits + tooLong) / 2)
    if (estimateTokens(ends(length)) <= maxTokens) fits = length
    else tooLong = length
  }
  return ends(fits)
}
