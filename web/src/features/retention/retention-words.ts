import { retentionBounds, retentionKinds, retentionNoticeDays, type PurgeForecast, type RetentionKind, type RetentionRule } from '@parvis/contract'
import { durationText, formatDate } from '../../ui/words/formats.ts'
import type { SelectOption } from '../../ui/fields/use-typeahead.ts'

/** Title of each kind of data, and explanation of its rule. */
export const kindWords: Record<RetentionKind, { title: string; explanation: string }> = {
  conversations: {
    title: 'Conversations',
    explanation: `Depuis leur dernier message. La personne est prévenue ${retentionNoticeDays}\u00a0jours avant, dans «\u00a0Mon espace\u00a0», et peut conserver celles qu’elle veut.`,
  },
  written_documents: {
    title: 'Documents rédigés',
    explanation: `Depuis leur dernier changement, avec leurs versions. Leur propriétaire est prévenu ${retentionNoticeDays}\u00a0jours avant, dans «\u00a0Mon espace\u00a0», et peut conserver ceux qu’il veut.`,
  },
  accounts: {
    title: 'Comptes inactifs',
    explanation: `Depuis la dernière connexion. Un courriel prévient la personne\u00a0; sans connexion, le compte est supprimé ${retentionNoticeDays}\u00a0jours plus tard, et ses documents partagés restent sans nom. Sans serveur de courriel, personne n’est prévenu et aucun compte n’est supprimé. Les administrateurs ne sont pas concernés. La CNIL recommande 2\u00a0ans.`,
  },
  feedback: { title: 'Avis sur les réponses', explanation: 'Depuis l’avis. La réponse reste, l’avis et son commentaire partent.' },
  mails: {
    title: 'Courriels gardés en fichiers',
    explanation: 'Sans serveur de courriel, ils restent sur le serveur, avec les liens et les adresses qu’ils contiennent.',
  },
  journal: {
    title: 'Traces gardées dans la base',
    explanation:
      'Preuves de purge, actes d’administration et jetons consommés. La CNIL recommande de 6\u00a0mois à 1\u00a0an. Le journal technique, lui, sort du serveur\u00a0: l’exploitant l’efface.',
  },
}

/** Text of when a rule takes effect, for the dry run. */
export function actsText({ days, acts_from, needs_mail }: Pick<PurgeForecast, 'days' | 'acts_from' | 'needs_mail'>): string {
  if (days === null) return 'Jamais'
  if (needs_mail) return 'Pas sans serveur de courriel'
  return acts_from === null ? 'Maintenant' : `À partir du ${formatDate(acts_from)}`
}

const usualDays = [1, 7, 30, 90, 180, 365, 730, 1_095, 1_825, 3_650]
const endlessId = 'sans-limite'

/** Options of the retention period of a kind, within its bounds and with the current value. */
export function durationOptions(kind: RetentionKind, currentDays: number | null): SelectOption[] {
  const { min, max, isEndless } = retentionBounds[kind]
  const days = [...new Set([...usualDays.filter((count) => count >= min && count <= max), ...(currentDays === null ? [] : [currentDays])])].toSorted(
    (a, b) => a - b,
  )
  return [...days.map((count) => ({ id: String(count), label: durationText(count) })), ...(isEndless ? [{ id: endlessId, label: 'Sans limite' }] : [])]
}

export type Durations = Record<RetentionKind, number | null>

export const durationsOf = (rules: readonly RetentionRule[]): Durations => Object.fromEntries(rules.map(({ kind, days }) => [kind, days])) as Durations
export const optionIdOf = (days: number | null): string => (days === null ? endlessId : String(days))
export const daysOf = (id: string): number | null => (id === endlessId ? null : Number(id))

/** Returns only the periods that differ. */
export function changesOf(before: Durations, after: Durations): Partial<Durations> {
  return Object.fromEntries(retentionKinds.filter((kind) => before[kind] !== after[kind]).map((kind) => [kind, after[kind]]))
}
