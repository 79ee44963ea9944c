import type { Proposal } from '@parvis/contract'
import { plural } from '../../ui/words/formats.ts'

/** « 3 modifications proposées ». */
export const proposalCountText = (count: number): string => plural(count, 'modification proposée', 'modifications proposées')

/** Reason why a proposal has no place in the document, or conflicts with it. */
export const reasonSentences: Record<NonNullable<Proposal['reason']>, string> = {
  unclosed: 'La réponse s’est arrêtée avant la fin de cette modification.',
  unreadable: 'La réponse demande ici un changement qui n’a pas été compris.',
  empty: 'Cette modification ne contient pas de texte.',
  unknown_block: 'Le passage visé n’existe pas dans le texte que l’assistant a lu.',
  outside_selection: 'Cette modification vise un passage en dehors de votre sélection.',
  overlap: 'Une autre modification de la même réponse change déjà ce passage.',
  unchanged: 'Le texte proposé est celui du document\u00a0: il n’y a rien à changer.',
  changed_since: 'Ce passage a changé depuis la proposition. Rien n’est remplacé sans vous\u00a0: comparez, puis choisissez.',
}

/** Text of a proposal without place, without its marks: what the person copies. */
export const unplacedText = ({ after }: Pick<Proposal, 'after'>): string =>
  (after ?? '')
    .split('\n')
    .filter((line) => !/^ {0,3}@@/.test(line))
    .join('\n')
    .replace(/^¶\s*\d+\s*/, '')
    .trim()

/** Result of decisions on several proposals, read aloud. */
export function decisionText(decided: readonly Pick<Proposal, 'state'>[]): string {
  const count = (state: Proposal['state']) => decided.filter((proposal) => proposal.state === state).length
  const [accepted, refused, conflicts] = [count('accepted'), count('refused'), count('conflict')]
  return [
    accepted > 0 && plural(accepted, 'modification acceptée', 'modifications acceptées'),
    refused > 0 && plural(refused, 'modification refusée', 'modifications refusées'),
    conflicts > 0 && `${plural(conflicts, 'passage a', 'passages ont')} changé depuis\u00a0: comparez avant de choisir`,
  ]
    .filter(Boolean)
    .join(', ')
}
