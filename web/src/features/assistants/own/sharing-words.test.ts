import type { OwnProposal } from '@parvis/contract'
import { expect, it } from 'vitest'
import { proposalWords, sharedWords } from './sharing-words.ts'

const teams = (...names: string[]) => names.map((name) => ({ id: name, name }))

const proposal: OwnProposal = { id: 'a', team: null, note: '', proposed_at: '', refused_at: null, refusal_reason: null }
const refused: OwnProposal = { ...proposal, team: { id: 'v', name: 'Voirie' }, refused_at: '2026', refusal_reason: 'Doublon' }

it('says who may use an assistant', () => {
  const words = (names: string[], people: number, suspended_at: string | null = null, proposals = [refused]) =>
    sharedWords({ shared_with: { teams: teams(...names), people }, suspended_at, proposals })
  expect([
    words([], 0),
    words([], 0, null, [refused, proposal]),
    words(['Voirie'], 0),
    words([], 2),
    words(['Voirie', 'Paie'], 1),
    words(['Voirie'], 0, '2026-11-26'),
  ]).toEqual(['Privé', 'Proposé', 'Partagé avec Voirie', 'Partagé avec 2\u00a0personnes', 'Partagé avec Voirie, Paie et 1\u00a0personne', 'Suspendu'])
})

it('says what became of a proposal', () => {
  expect(proposalWords(proposal)).toBe('Proposé à tous, en attente')
  expect(proposalWords(refused)).toBe('Proposition à Voirie refusée\u00a0: Doublon')
})
