import { routes } from '@parvis/contract'
import { useEffect, useRef, useState } from 'react'
import { open } from '../../../api/browser.ts'
import { isAbort, sentenceOf } from '../../../api/transport/api-error.ts'
import { pauseUntilOnline, readReply } from '../../../api/transport/stream.ts'
import { useAnnounce } from '../../../ui/feedback/StatusRegion.tsx'
import { trialHistory, withEvent, type TrialTurn } from './trial.ts'

/** Questions asked to instructions that are being written. No conversation is stored; closing the form deletes them. */
export function useTrial() {
  const announce = useAnnounce()
  const [turns, setTurns] = useState<readonly TrialTurn[]>([])
  const running = useRef<AbortController | null>(null)
  // The server stops a reply whose reader has disconnected.
  useEffect(() => () => running.current?.abort(), [])
  const changeLast = (change: (turn: TrialTurn) => TrialTurn) =>
    setTurns((former) => former.map((turn, at) => (at === former.length - 1 ? change(turn) : turn)))

  async function ask(instructions: string, question: string) {
    if (running.current !== null) return
    const controller = new AbortController()
    running.current = controller
    setTurns([...turns, { question: question.trim(), answer: '', isWriting: true, failure: null }])
    announce('L’assistant rédige…')
    const end = (failure: string) => changeLast((turn) => ({ ...turn, isWriting: false, failure }))
    try {
      const body = { messageHistory: trialHistory(instructions, turns, question) }
      const events = readReply({ open, pause: pauseUntilOnline }, routes.chat.stream, { body }, { signal: controller.signal })
      for await (const event of events) changeLast((turn) => withEvent(turn, event))
      announce('Réponse terminée')
    } catch (error) {
      end(isAbort(error) ? 'Réponse arrêtée.' : sentenceOf(error, 'L’essai n’a pas pu être fait. Veuillez réessayer.'))
    }
    running.current = null
  }
  return {
    turns,
    isWriting: turns.at(-1)?.isWriting ?? false,
    ask: (instructions: string, question: string) => void ask(instructions, question),
    stop: () => running.current?.abort(),
    clear: () => setTurns([]),
  }
}
