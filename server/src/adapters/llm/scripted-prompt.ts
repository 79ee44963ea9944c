import type { LlmMessage, LlmRequest } from './port.ts'

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
const PROJECT = /^## Projet associé\nNom : (.+)$/m
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
