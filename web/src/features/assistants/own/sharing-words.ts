import type { OwnAssistant, OwnProposal } from '@parvis/contract'
import { plural } from '../../../ui/words/formats.ts'
import type { HandOverTexts } from '../../../layout/grants/HandOverDialog.tsx'

type AssistantSharing = Pick<OwnAssistant, 'shared_with' | 'suspended_at' | 'proposals'>

/** Short text of who can use an assistant of the person's own, such as « Privé » or « Partagé avec Voirie ». */
export function sharedWords({ shared_with: { teams, people }, suspended_at, proposals }: AssistantSharing): string {
  if (suspended_at !== null) return 'Suspendu'
  const to = [...teams.map(({ name }) => name), ...(people > 0 ? [plural(people, 'personne')] : [])]
  if (to.length === 0) return proposals.some(({ refused_at }) => refused_at === null) ? 'Proposé' : 'Privé'
  return `Partagé avec ${to.length === 1 ? to[0] : `${to.slice(0, -1).join(', ')} et ${to.at(-1)}`}`
}

const target = ({ team }: OwnProposal): string => (team === null ? 'à tous' : `à ${team.name}`)

/** Sentence about the state of a proposal: pending, or refused with the reason. */
export const proposalWords = (proposal: OwnProposal): string =>
  proposal.refusal_reason === null ? `Proposé ${target(proposal)}, en attente` : `Proposition ${target(proposal)} refusée\u00a0: ${proposal.refusal_reason}`

/** Texts of the dialog in which its owner, or an administrator, hands an assistant over to somebody else. */
export const handOverWords = (name: string): HandOverTexts => ({
  title: `Transmettre «\u00a0${name}\u00a0» à qui\u00a0?`,
  verb: 'Transmettre',
  pending: 'Transmission…',
  failure: 'L’assistant n’a pas pu être transmis. Rien n’a changé\u00a0; veuillez réessayer.',
})

/** « pour tout le monde », « pour le service « Voirie » ». @param team null for everybody */
export const proposedTo = (team: { name: string } | null): string => (team === null ? 'pour tout le monde' : `pour le service «\u00a0${team.name}\u00a0»`)
