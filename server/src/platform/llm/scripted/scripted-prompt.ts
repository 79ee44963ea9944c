import type { LlmMessage, LlmRequest } from '../port.ts'

/** What the demonstration model understands of a prompt before it answers. */
export type ReadPrompt = {
  /** The assistant's own instructions, without what is told of the person, of the project and of the documents. */
  instructions: string
  /** Name of the project the conversation is tied to. */
  project: string | null
  hasProfile: boolean
  /** What the user wrote, oldest first. */
  turns: string[]
  question: string
  isOpening: boolean
}

const PROFILE = /^## Contexte de la personne$/m
const PROJECT = /^## Projet associé\n(?:.+\n`{3,}\n)?Nom : (.+)$/m
const NO_PASSAGE = /^## Documents\nAucun document/m
const ASKS_TO_OPEN = /pr[ée]sente[zr]?[- ](?:vous|toi)\b|questions initiales/i
const ASKS_TO_GO_ON = /^Votre réponse a été interrompue/

/** Reads the messages of a request; an opening may only be known by what its hidden instruction asks. */
export const readPrompt = ({ messages, purpose }: Pick<LlmRequest, 'messages' | 'purpose'>): ReadPrompt => {
  const said = (role: LlmMessage['role']) => messages.filter((message) => message.role === role).map(({ content }) => content)
  const system = said('system').join('\n\n')
  const turns = said('user')
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
    isOpening: purpose === 'opening' || (turns.length === 1 && said('assistant').length === 0 && ASKS_TO_OPEN.test(question)),
  }
}

/** When the request asks for the rest of a reply: that reply so far, and the messages that led to it. */
export const continuedFrom = (messages: readonly LlmMessage[]): { before: LlmMessage[]; partial: string } | null => {
  const [reply, instruction] = messages.slice(-2)
  if (reply?.role !== 'assistant' || instruction?.role !== 'user' || !ASKS_TO_GO_ON.test(instruction.content)) return null
  return { before: messages.slice(0, -2), partial: reply.content }
}

/** A numbered extract of the library, or a page of a document, as found in a prompt. */
export type Passage = {
  number: number
  text: string
  /** What its first line says: the document, its page where it has some, and the headings above, as a trail. */
  document: string
  page: number | null
  section: string
}

const PASSAGE = /^\[(\d{1,6})\]$/
const PLACE = /^(.*?)(?: — page (\d{1,6}))?(?: — (.*))?$/

/**
 * Separates the passages of a prompt from the rest: a line `[n]`, then where it comes from and the text in a
 * fence of three or more backquotes, whatever the length, so that a passage may hold a shorter fence.
 * A fence that nothing closes runs to the end.
 */
export const splitPassages = (prompt: string): { passages: Passage[]; rest: string } => {
  const passages: Passage[] = []
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
    const [, document = '', page, section = ''] = PLACE.exec((lines[start] ?? '').slice(0, 2_000)) ?? []
    const text = lines
      .slice(start + 1, end)
      .join('\n')
      .replace(/^\n/, '')
    passages.push({ number: Number(number), text, document, page: page === undefined ? null : Number(page), section })
    i = end
  }
  return { passages, rest: rest.join('\n') }
}
