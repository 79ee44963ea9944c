import { limits, type ReplyEvent, type ChatTurn } from '@parvis/contract'

/** Question of a trial and its answer. `failure`: why the answer is missing or incomplete; null otherwise. */
export interface TrialTurn {
  question: string
  answer: string
  isWriting: boolean
  failure: string | null
}

/** Builds the messages for the model: the current instructions, then the complete turns, then the question. */
export function trialHistory(instructions: string, turns: readonly TrialTurn[], question: string): ChatTurn[] {
  const before = turns
    .filter(({ answer, failure }) => answer !== '' && failure === null)
    .flatMap((turn): ChatTurn[] => [
      { role: 'user', content: turn.question },
      { role: 'assistant', content: turn.answer },
    ])
  // One message is for the instructions, one for the question.
  const maxPreviousMessages = limits.turns - 2
  return [{ role: 'system', content: instructions.trim() }, ...before.slice(-maxPreviousMessages), { role: 'user', content: question.trim() }]
}

/** Returns the turn updated with an event of its stream. */
export function withEvent(turn: TrialTurn, event: ReplyEvent): TrialTurn {
  if (event.type === 'delta') return { ...turn, answer: turn.answer + event.text }
  if (event.type === 'error') return { ...turn, failure: event.error }
  if (event.type !== 'done') return turn
  const isCut = event.status !== 'complete' || event.finish_reason !== 'stop'
  return { ...turn, isWriting: false, failure: turn.failure ?? (isCut ? 'La réponse est incomplète.' : null) }
}

/** Returns why a question cannot be tried; null when it can. */
export const trialRefusal = (instructions: string): string | null =>
  instructions.trim() === '' ? 'Écrivez d’abord les instructions\u00a0: l’essai répond avec elles, telles qu’elles sont dans le formulaire.' : null
