import { limits } from '@parvis/contract'
import { expect, it } from 'vitest'
import { trialHistory, trialRefusal, withEvent, type TrialTurn } from './trial.ts'

const turn = (question: string, answer: string, failure: string | null = null): TrialTurn => ({ question, answer, isWriting: false, failure })

it('sends the instructions of the form, the complete turns, then the question', () => {
  const turns = [turn('Un', 'Premier'), turn('Deux', 'Coup', 'La réponse est incomplète.'), turn('Trois', '')]
  expect(trialHistory(' Tu réponds en vers. ', turns, ' Et le budget ? ')).toEqual([
    { role: 'system', content: 'Tu réponds en vers.' },
    { role: 'user', content: 'Un' },
    { role: 'assistant', content: 'Premier' },
    { role: 'user', content: 'Et le budget ?' },
  ])
  expect(trialHistory('x', Array(limits.turns).fill(turn('q', 'r')), 'z').length).toBeLessThanOrEqual(limits.turns)
})

it('refuses a trial without instructions', () => {
  expect(trialRefusal(' \n')).toContain('Écrivez d’abord les instructions')
  expect(trialRefusal('Tu réponds.')).toBeNull()
})

it('writes the answer as it comes, and says that it is incomplete', () => {
  const begun = withEvent({ question: 'q', answer: '', isWriting: true, failure: null }, { type: 'delta', id: 1, text: 'Bon' })
  const end = { type: 'done', id: 3, message_id: null } as const
  expect(withEvent(withEvent(begun, { type: 'delta', id: 2, text: 'jour' }), { ...end, status: 'complete', finish_reason: 'stop' })).toEqual(
    turn('q', 'Bonjour'),
  )
  expect(withEvent(begun, { ...end, status: 'complete', finish_reason: 'length' })).toEqual(turn('q', 'Bon', 'La réponse est incomplète.'))
  const failed = withEvent(begun, { type: 'error', id: 2, code: 'llm.truncated', error: 'Le modèle ne répond pas.' })
  expect(withEvent(failed, { ...end, status: 'erreur', finish_reason: 'error' })).toEqual(turn('q', 'Bon', 'Le modèle ne répond pas.'))
})
