import { estimateTokens } from '@parvis/french-search'
import type { LlmMessage } from '../../platform/llm/port.ts'
import { notices, withoutNotices } from './notices.ts'

/** Kept for the answer: this share of the window, and no more tokens than a long answer takes. */
const answerShare = 0.25
const longestAnswer = 4_096
/** By how much the estimate of the tokens may be wrong. */
const marginShare = 0.05
/** What a model's template adds around each turn, in tokens. */
const perTurn = 4
/** Of the prompt, what history keeps beside documents when it has that much to say, and what documents keep beside the rest. */
const historyShare = 0.2
const documentsShare = 0.2
/** Fences, titles and rules around passages: a fixed part, and a share of what they hold. */
const passagesFrame = 150
const passagesShare = 0.9
/** A turn that does not fit is worth cutting from so many tokens on. */
const worthCutting = 200
/** No window is taken for smaller, not even a halved one. */
const smallestWindow = 1_000
/** What estimateTokens counts for a character that is neither digit nor sign: no text has fewer tokens than that. */
export const charactersPerToken = 4.3

const droppedNotice = '\n\nLes échanges les plus anciens de cette conversation ne sont pas repris ici.'
const gap = '\n\n[Une partie du texte a été retirée ici : il dépassait ce que vous pouvez lire.]\n\n'

export type ContextRequest = {
  /** What the model reads at once, prompt and answer together, in tokens. */
  window: number
  /** The system prompt, without documents. */
  instructions: string
  /** What was said, oldest first; the last turn is the question, or what stands for one. */
  turns: readonly LlmMessage[]
  /** Documents will be looked for. */
  wantsDocuments: boolean
}

type ComposedPrompt = {
  messages: LlmMessage[]
  /** What the reply begins with, for the person; empty when the model reads the whole of what it was asked. */
  notice: string
  /** The window to compose for if the model refuses this prompt: that of half of its tokens. */
  shorter(): number
}

type SharedContext = {
  /** Tokens (estimated) that documents may take. */
  room: number
  /** @param documents what was found, as the model reads it; null without any */
  compose(documents: string | null): ComposedPrompt
}

/**
 * Shares what a model reads at once, in estimated tokens, by these rules:
 *
 * 1. the answer keeps a quarter of the window, 4,096 tokens at most, and the estimate a margin of 5 %; the prompt has the rest;
 * 2. the instructions and the question are always there. Together they take the whole prompt at most (four fifths of it
 *    beside documents): each has half of that, and what the other leaves. Beyond, their middle is cut, and both the model
 *    and the person are told;
 * 3. documents have what remains, less what history keeps: its newest turns, up to a fifth of the prompt and half of what remains;
 * 4. history then has all that documents did not take, newest turns first, in their order; what is dropped is said to the
 *    model. Where even the newest does not fit, its middle is cut.
 *
 * The messages never count more tokens than the prompt has.
 */
export function shareContext({ window, instructions, turns, wantsDocuments }: ContextRequest): SharedContext {
  const prompt = promptOf(Math.max(smallestWindow, window)) - 2 * perTurn - estimateTokens(droppedNotice)
  const last = turns.at(-1)
  const forBoth = Math.floor(wantsDocuments ? prompt * (1 - documentsShare) : prompt)
  const asked = estimateTokens(last?.content ?? '')
  const instructionsKept = cutFencedTo(instructions, Math.max(Math.floor(forBoth / 2), forBoth - asked))
  const questionKept = cutTo(last?.content ?? '', forBoth - estimateTokens(instructionsKept))
  const history = turns
    .slice(0, -1)
    .map((turn) => (turn.role === 'assistant' ? { ...turn, content: withoutNotices(turn.content) } : turn))
    .filter(({ content }) => content !== '')
  const left = prompt - estimateTokens(instructionsKept) - estimateTokens(questionKept)
  const isCut = { question: last !== undefined && questionKept !== last.content, instructions: instructionsKept !== instructions }

  return {
    room: wantsDocuments ? Math.max(0, Math.floor((left - historyFloor(history, prompt, left)) * passagesShare) - passagesFrame) : 0,
    compose(documents) {
      const found = documents === null ? '' : cutFencedTo(documents, left - 1)
      const system = [instructionsKept, found].filter((part) => part !== '').join('\n\n')
      const kept = newest(history, prompt - estimateTokens(system) - estimateTokens(questionKept))
      const messages: LlmMessage[] = [{ role: 'system', content: kept.length < history.length ? system + droppedNotice : system }, ...kept]
      if (last !== undefined) messages.push({ ...last, content: questionKept })
      return {
        messages,
        notice: (isCut.question ? notices.question : '') + (isCut.instructions ? notices.instructions : ''),
        shorter: () => Math.floor(Math.max(smallestWindow, Math.min(window / 2, windowOf(countTokens(messages) / 2)))),
      }
    },
  }
}

/** Tokens (estimated) of messages, with what stands around each turn. */
export function countTokens(messages: readonly LlmMessage[]): number {
  return messages.reduce((sum, { content }) => sum + estimateTokens(content) + perTurn, 0)
}

/** What a prompt may count in a window. */
export function promptOf(window: number): number {
  return Math.floor(window - Math.min(longestAnswer, window * answerShare) - window * marginShare)
}

/** The window whose prompt has so many tokens: `promptOf`, read the other way. */
function windowOf(prompt: number): number {
  return Math.min(prompt / (1 - answerShare - marginShare), (prompt + longestAnswer) / (1 - marginShare))
}

function historyFloor(history: readonly LlmMessage[], prompt: number, left: number): number {
  const most = Math.floor(Math.min(prompt * historyShare, left / 2))
  let floor = 0
  for (const { content } of history.toReversed()) {
    if (floor >= most) break
    floor += content.length / charactersPerToken >= most ? most : estimateTokens(content) + perTurn
  }
  return Math.min(floor, most)
}

/** The newest turns that fit, oldest first. */
function newest(history: readonly LlmMessage[], room: number): LlmMessage[] {
  // A character is one token at most: what is that short needs no counting.
  if (history.reduce((sum, { content }) => sum + content.length + perTurn, 0) <= room) return [...history]
  const kept: LlmMessage[] = []
  let left = room
  for (const turn of history.toReversed()) {
    left -= perTurn
    const size = turn.content.length / charactersPerToken > left ? Infinity : estimateTokens(turn.content)
    if (size > left) {
      if (kept.length === 0 && left >= worthCutting) kept.push({ ...turn, content: cutTo(turn.content, left) })
      break
    }
    kept.push(turn)
    left -= size
  }
  return kept.reverse()
}

/** The same as `cutTo` for a text with fences: one that the cut leaves open is closed before the gap, or opened again after it, so that data stays data. */
export function cutFencedTo(text: string, tokens: number): string {
  const cut = cutTo(text, tokens)
  const at = cut === text ? -1 : cut.indexOf(gap)
  if (at < 0) return cut
  const [head, tail] = [cut.slice(0, at), cut.slice(at + gap.length)]
  const openFence = (part: string) => {
    const fences = [...part.matchAll(/^`{3,}$/gm)].map(([fence]) => fence)
    return fences.length % 2 === 1 ? fences.at(-1) : undefined
  }
  const [before, after] = [openFence(head), openFence(tail)]
  return `${head}${before === undefined ? '' : `\n${before}`}${gap}${after === undefined ? '' : `${after}\n`}${tail}`
}

/** The text, or its beginning and its end with what was cut said in between, in so many tokens at most. */
export function cutTo(text: string, tokens: number): string {
  const most = Math.max(0, Math.floor(tokens))
  if (text.length / charactersPerToken <= most && estimateTokens(text) <= most) return text
  if (estimateTokens(gap) > most) return text.slice(0, most).toWellFormed()
  const ends = (length: number) => {
    const head = Math.ceil(length / 2)
    // A cut between two halves of a character leaves none of them.
    return `${text.slice(0, head).toWellFormed()}${gap}${text.slice(text.length - (length - head)).toWellFormed()}`
  }
  let fits = 0
  let tooLong = Math.min(text.length, Math.floor(most * charactersPerToken)) + 1
  while (tooLong - fits > 1) {
    const length = Math.floor((fits + tooLong) / 2)
    if (estimateTokens(ends(length)) <= most) fits = length
    else tooLong = length
  }
  return ends(fits)
}
