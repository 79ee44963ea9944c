import type { LlmMessage, LlmRequest } from '../port.ts'

/** Elements of a prompt that the demonstration model uses. */
export type ParsedPrompt = {
  /** The assistant's own instructions, without the parts about the person, the project and the documents. */
  instructions: string
  /** Name of the conversation's project. */
  project: string | null
  hasProfile: boolean
  /** User messages, oldest first. */
  turns: string[]
  question: string
  isOpening: boolean
}

const PROFILE = /^## Contexte de la personne$/m
const PROJECT = /^## Projet associé\n(?:.+\n`{3,}\n)?Nom : (.+)$/m
const NO_PASSAGE = /^## Documents\nAucun document/m
const ASKS_TO_OPEN = /pr[ée]sente[zr]?[- ](?:vous|toi)\b|questions initiales/i
const ASKS_TO_GO_ON = /^Votre réponse a été interrompue/

/** Parses the messages of a request. A request without the purpose `opening` is still an opening when its only message asks for one. */
export const parsePrompt = ({ messages, purpose }: Pick<LlmRequest, 'messages' | 'purpose'>): ParsedPrompt => {
  const messagesOf = (role: LlmMessage['role']) => messages.filter((message) => message.role === role).map(({ content }) => content)
  const system = messagesOf('system').join('\n\n')
  const turns = messagesOf('user')
  const question = turns.at(-1) ?? ''
  const profile = PROFILE.exec(system)
  const project = PROJECT.exec(system)
  const first = Math.min(...[profile, project, NO_PASSAGE.exec(system)].map((block) => block?.index ?? system.length))
  return {
    instructions: system.slice(0, first),
    project: project?.[1] ?? null,
    hasProfile: profile !== null,
    turns,
    question,
    isOpening: purpose === 'opening' || (turns.length === 1 && messagesOf('assistant').length === 0 && ASKS_TO_OPEN.test(question)),
  }
}

/** Recognises a request to continue a reply; returns the reply so far and the messages before it, or null. */
export const continuedFrom = (messages: readonly LlmMessage[]): { before: LlmMessage[]; partial: string } | null => {
  const [reply, instruction] = messages.slice(-2)
  if (reply?.role !== 'assistant' || instruction?.role !== 'user' || !ASKS_TO_GO_ON.test(instruction.content)) return null
  return { before: messages.slice(0, -2), partial: reply.content }
}

/** Numbered passage of the library, or page of a document, in a prompt. */
export type PromptPassage = {
  number: number
  text: string
  /** Document, page (if any) and headings, read in the first line of the passage. */
  document: string
  page: number | null
  section: string
}

const PASSAGE = /^\[(\d{1,6})\]$/
const SOURCE_LINE = /^(.*?)(?: — page (\d{1,6}))?(?: — (.*))?$/

/**
 * Separates the passages of a prompt from the rest. A passage is a line `[n]`, then a fence of three or more backquotes with the source on its first line
 * and the text below. The fence may be longer, so that a passage may contain a shorter one. An unclosed fence runs to the end.
 */
export const splitPassages = (prompt: string): { passages: PromptPassage[]; rest: string } => {
  const passages: PromptPassage[] = []
  const rest: string[] = []
  const lines = prompt.split('\n')
  for (let i = 0; i < lines.length; i++) {
    const number = PASSAGE.exec(lines[i]!)?.[1]
    const fence = number === undefined ? undefined : /^`{3,}/.exec(lines[i + 1] ?? '')?.[0]
    if (fence === undefined) {
      rest.push(lines[i]!)
      continue
    }
    const start = i + 2
    const close = lines.indexOf(fence, start)
    const end = close === -1 ? lines.length : close
    const [, document = '', page, section = ''] = SOURCE_LINE.exec((lines[start] ?? '').slice(0, 2_000)) ?? []
    const text = lines
      .slice(start + 1, end)
      .join('\n')
      .replace(/^\n/, '')
    passages.push({ number: Number(number), text, document, page: page === undefined ? null : Number(page), section })
    i = end
  }
  return { passages, rest: rest.join('\n') }
}
