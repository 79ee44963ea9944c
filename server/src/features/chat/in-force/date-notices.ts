import type { Source } from '@parvis/contract'
import type { ReplyNotice } from '../../../platform/db/schema/conversations.ts'
import { formatFrenchDay } from '../../../platform/paris.ts'
import type { PreparedPrompt } from '../../../replies/run.ts'
import type { RequestDays } from './request-days.ts'

/** Returns the notice of a reply from the documents in force on another day than today. Empty for today. */
export const dayNotice = ({ as_of, today }: RequestDays): ReplyNotice[] =>
  as_of === today ? [] : [{ kind: 'as_of', day: as_of, text: `*Réponse d’après les documents en vigueur le ${formatFrenchDay(as_of)}.*\n\n` }]

type DatedSource = Pick<Source, 'document_id' | 'version_date' | 'collection' | 'review_due'>

const yearsOf = (sources: readonly DatedSource[]): string[] => [...new Set(sources.flatMap(({ version_date }) => version_date?.slice(0, 4) ?? []))].toSorted()
const listFormat = new Intl.ListFormat('fr')

/** Formats documents with their years, and the verb that agrees: « une fiche de 2017 », « est ». */
function describe(sources: readonly DatedSource[]): { words: string; verb: string } {
  const isOne = new Set(sources.map(({ document_id }) => document_id)).size === 1
  const isSheet = sources.every(({ collection }) => collection?.startsWith('fiche') === true)
  const [one, several] = isSheet ? ['une fiche', 'des fiches'] : ['un document', 'des documents']
  const years = yearsOf(sources)
  const ofYears = years.length === 0 ? '' : ` de ${listFormat.format(years)}`
  return { words: `${isOne ? one : several}${ofYears}`, verb: isOne ? 'est' : 'sont' }
}

const review = (sentence: string): ReplyNotice[] => [{ kind: 'review', text: `*${sentence}*\n\n` }]

/**
 * Returns the notice about sources past their review date: « D’après une fiche de 2017, à vérifier : ». Empty when there are none.
 * @param others sources that the reply may still cite: those past their review date are mentioned too
 */
export function reviewNotice(sources: readonly DatedSource[], others: readonly DatedSource[] = []): ReplyNotice[] {
  const due = sources.filter(({ review_due }) => review_due === true)
  if (due.length === 0) return []
  const otherDue = others.filter(({ document_id, review_due }) => review_due === true && due.every((one) => one.document_id !== document_id))
  if (otherDue.length === 0) return review(`D’après ${describe(due).words}, à vérifier\u00a0:`)
  const years = yearsOf(otherDue)
  const ofYears = years.length === 0 ? '' : ` (${listFormat.format(years)})`
  return review(`D’après ${describe(due).words}, à vérifier comme d’autres textes consultés${ofYears}\u00a0:`)
}

/** Returns the notice about sources past their review date that a reply has read, without a word on which it rests on. Empty when there are none. */
function consultedNotice(sources: readonly DatedSource[]): ReplyNotice[] {
  const due = sources.filter(({ review_due }) => review_due === true)
  if (due.length === 0) return []
  const { words, verb } = describe(due)
  return review(`Parmi les textes consultés, ${words} ${verb} à vérifier.`)
}

/** Pattern of what a reply says first when it uses none of its sources. */
const usesNone = /^\W*(?:je ne trouve pas|les documents consultés ne permettent pas)/iu

/** Reads the citations of a text, as ranges of numbers: « [1] », « [2, 4] », « [2–4] ». */
const rangesCitedIn = (text: string): [first: number, last: number][] =>
  [...text.matchAll(/\[(\d+(?:\s?[,;–-]\s?\d+)*)\]/g)].flatMap(([, numbers]) =>
    numbers!.split(/[,;]/).map((range): [number, number] => {
      const [first, last = first] = range.split(/[–-]/).map(Number)
      return [first!, last!]
    }),
  )

/** Maximum length of the text that is read before the notice is decided, in UTF-16 units: about a paragraph. */
const maxBeginning = 600

/**
 * Returns the function that gives the review notice of a reply from its beginning, so that the first line covers every source past its review date that the
 * reply cites, even later. At the first citation of such a source the notice names it, and mentions the others that the reply may cite. A beginning of
 * `maxBeginning` units that cites none gets a notice about the sources that were read. For a whole reply, the notice names exactly what it cites. Undefined when no source
 * is past its review date.
 */
export function reviewOpening(sources: readonly Source[]): PreparedPrompt['openingNotices'] {
  if (!sources.some(({ review_due }) => review_due === true)) return undefined
  return (beginning, state) => {
    const ranges = rangesCitedIn(beginning)
    const used = sources.filter(({ number }) => ranges.some(([first, last]) => first <= number && number <= last))
    const isUsed = used.some(({ review_due }) => review_due === true)
    if (state === 'whole') {
      if (usesNone.test(beginning)) return consultedNotice(used)
      return used.length === 0 && sources.every(({ review_due }) => review_due === true) ? reviewNotice(sources) : reviewNotice(used)
    }
    if (state === 'partial' && !isUsed && beginning.length < maxBeginning) return null
    return isUsed && !usesNone.test(beginning) ? reviewNotice(used, sources) : consultedNotice(sources)
  }
}

type NumberedSource = Pick<Source, 'number' | 'version_date' | 'review_due'>

/** Formats what a prompt says of the dates of its passages, as lines of a list; empty when none has a date. @param days absent: today */
export function datesOfPassages(sources: readonly NumberedSource[], days?: RequestDays): string[] {
  const runs: { first: number; last: number; words: string }[] = []
  for (const { number, version_date, review_due } of sources) {
    if (!version_date) continue
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
