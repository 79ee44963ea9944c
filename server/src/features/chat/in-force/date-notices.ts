import type { Source } from '@parvis/contract'
import type { ReplyNotice } from '../../../platform/db/schema/conversations.ts'
import { formatFrenchDay } from '../../../platform/paris.ts'
import type { RequestDays } from './request-days.ts'

/** Returns the notice of a reply from the documents in force on another day than today. Empty for today. */
export const dayNotice = ({ as_of, today }: RequestDays): ReplyNotice[] =>
  as_of === today ? [] : [{ kind: 'as_of', text: `*Réponse d’après les documents en vigueur le ${formatFrenchDay(as_of)}.*\n\n` }]

type DatedSource = Pick<Source, 'document_id' | 'version_date' | 'collection' | 'review_due'>

/** Returns the notice about sources past their review date: « D’après une fiche de 2017, à vérifier : ». Empty when there are none. */
export function reviewNotice(sources: readonly DatedSource[]): ReplyNotice[] {
  const due = sources.filter(({ review_due }) => review_due === true)
  if (due.length === 0) return []
  const isOne = new Set(due.map(({ document_id }) => document_id)).size === 1
  const isSheet = due.every(({ collection }) => collection?.startsWith('fiche') === true)
  const [one, several] = isSheet ? ['une fiche', 'des fiches'] : ['un document', 'des documents']
  const years = [...new Set(due.flatMap(({ version_date }) => version_date?.slice(0, 4) ?? []))].toSorted()
  const ofYears = years.length === 0 ? '' : ` de ${new Intl.ListFormat('fr').format(years)}`
  return [{ kind: 'review', text: `*D’après ${isOne ? one : several}${ofYears}, à vérifier\u00a0:*\n\n` }]
}

/** Pattern of what a reply says first when it uses none of its sources. */
const usesNone = /^\W*(?:je ne trouve pas|les documents consultés ne permettent pas)/iu

/**
 * Returns the function that gives the review notice of a reply from its beginning: once it cites a source, or when it is whole. It needs a few words, since
 * only they tell which of the sources the reply rests on. Undefined when no source is past its review.
 */
export function reviewOpening(sources: readonly Source[]): ((beginning: string, isWhole: boolean) => ReplyNotice[] | null) | undefined {
  if (!sources.some(({ review_due }) => review_due === true)) return undefined
  return (beginning, isWhole) => {
    if (usesNone.test(beginning)) return []
    const cited = new Set([...beginning.matchAll(/\[(\d+(?:\s?[,;–-]\s?\d+)*)\]/g)].flatMap(([, numbers]) => numbers!.split(/\D+/).map(Number)))
    const used = sources.filter(({ number }) => cited.has(number))
    if (used.length > 0) return reviewNotice(used)
    if (!isWhole) return null
    return sources.every(({ review_due }) => review_due === true) ? reviewNotice(sources) : []
  }
}

type NumberedSource = Pick<Source, 'number' | 'version_date' | 'review_due'>

/** Formats what a prompt says of the dates of its passages, as lines of a list; empty when none has a date. @param days absent: today */
export function datesOfPassages(sources: readonly NumberedSource[], days?: RequestDays): string[] {
  const runs: { first: number; last: number; words: string }[] = []
  for (const { number, version_date, review_due } of sources) {
    if (version_date === undefined) continue
    const words = `du ${formatFrenchDay(version_date)}${review_due === true ? ', à vérifier' : ''}`
    const run = runs.at(-1)
    if (run !== undefined && run.words === words && run.last === number - 1) run.last = number
    else runs.push({ first: number, last: number, words })
  }
  const lines = runs.map(({ first, last, words }) => `${first === last ? `[${first}]` : `[${first}] à [${last}]`} ${words}`)
  return [
    ...(days === undefined || days.as_of === days.today
      ? []
      : [`- La question porte sur le ${formatFrenchDay(days.as_of)}\u00a0: ces textes étaient en vigueur ce jour-là.`]),
    ...(lines.length === 0 ? [] : [`- Dates des textes\u00a0: ${lines.join(' ; ')}.`]),
    ...(sources.some(({ review_due }) => review_due === true)
      ? ['- Un texte «\u00a0à vérifier\u00a0» a passé sa date de relecture\u00a0: ne présentez pas ce qu’il dit comme la règle d’aujourd’hui.']
      : []),
  ]
}
