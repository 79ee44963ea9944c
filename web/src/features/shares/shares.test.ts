import { describe, expect, it } from 'vitest'
import { answerOf, answersIn, incompleteReason, endOf, newerOf, readersOf } from './share-words.ts'

describe('the words of a share', () => {
  it('say with whom, until when, and what is newer', () => {
    const team = { kind: 'team' as const, id: '1', name: 'Voirie' }
    const ana = { kind: 'user' as const, id: '2', name: 'Ana Kerhoas' }
    expect(readersOf({ subjects: [team, ana] })).toBe('le service Voirie et Ana Kerhoas')
    expect(readersOf({ subjects: [] })).toContain('plus personne')
    expect(endOf({ expires_at: '2026-12-26T12:00:00Z', is_expired: false })).toBe('jusqu’au 26 décembre 2026')
    expect(endOf({ expires_at: '2026-12-26T12:00:00Z', is_expired: true })).toBe('terminé le 26 décembre 2026')
    expect([newerOf({ newer: 0 }), newerOf({ newer: 2 })]).toEqual(['', '2\u00a0messages de plus depuis'])
  })

  it('say that an answer is not whole, without taking the reader for its author', () => {
    const told = (finish_reason: 'stopped' | 'length' | 'cut' | 'crash', error: string | null = null) =>
      incompleteReason({ status: 'interrompue', finish_reason, error })
    expect(incompleteReason({ status: 'complete', finish_reason: 'stop', error: null })).toBeNull()
    expect(told('stopped')).toBe('Cette réponse a été arrêtée avant sa fin.')
    expect(told('cut', 'La connexion a été coupée.')).toBe('La connexion a été coupée.')
    for (const reason of ['length', 'crash', 'cut'] as const) expect(told(reason)).not.toBeNull()
  })
})

it.each([
  ['Voici.\n\n@@ remplacer 2\nLe texte.\n@@ fin', 'Voici.'],
  ['@@ supprimer 2', ''],
])('the answer %j is shown and copied without the change that it proposes, which is counted', (content, text) => {
  expect(answerOf({ status: 'complete', content })).toEqual({ text, changes: 'Cette réponse propose 1\u00a0modification d’un document.' })
})

it('the answers to stop at are those that ended, the last first, by their question', () => {
  const message = (id: string, role: 'user' | 'assistant', content: string, status: 'complete' | 'en_cours' = 'complete') => ({ id, role, content, status })
  const messages = [
    message('a', 'assistant', 'Bonjour'),
    message('b', 'user', 'Qui\n entretient ?'),
    message('c', 'assistant', 'La commune'),
    message('d', 'user', 'Et ?'),
    message('e', 'assistant', '', 'en_cours'),
  ]
  expect(answersIn(messages)).toEqual([
    { id: 'c', label: '2. Qui entretient ?' },
    { id: 'a', label: '1. Première réponse' },
  ])
})
