import type { ResolvedReference } from '@parvis/contract'

/** Version in force of an article. Days are `YYYY-MM-DD`; `valid_until` is the last one, null when no end is known. */
export type DatedText = { valid_from: string; valid_until: string | null; text: string }

export const nextDay = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

export const isIn = ({ valid_from, valid_until }: DatedText, day: string): boolean => valid_from <= day && (valid_until === null || valid_until >= day)

/** Joins versions that follow each other with the same text: one text of an article is one version. */
export function joinEqual(versions: readonly DatedText[]): DatedText[] {
  const joined: DatedText[] = []
  for (const version of versions) {
    const last = joined.at(-1)
    if (last !== undefined && last.text === version.text && last.valid_until !== null && nextDay(last.valid_until) === version.valid_from)
      joined[joined.length - 1] = { ...last, valid_until: version.valid_until }
    else joined.push(version)
  }
  return joined
}

/**
 * State of an article for a text of day `at`, read on day `today`.
 * @param versions versions in force, in the order of their days, without overlap
 */
export function stateAt(versions: readonly DatedText[], at: string, today: string): Pick<ResolvedReference, 'state' | 'since'> {
  const runs = joinEqual(versions)
  const then = runs.find((run) => isIn(run, at))
  if (then === undefined) {
    const last = runs.findLast(({ valid_until }) => valid_until !== null && valid_until < at)
    return last === undefined ? { state: 'inconnu' } : { state: 'abroge', since: nextDay(last.valid_until!) }
  }
  if (at > today || isIn(then, today)) return { state: 'en_vigueur', since: then.valid_from }
  const now = runs.find((run) => isIn(run, today))
  if (now !== undefined)
    return now.text === then.text ? { state: 'en_vigueur', since: now.valid_from } : { state: 'modifie', since: nextDay(then.valid_until!) }
  const last = runs.findLast(({ valid_until }) => valid_until !== null && valid_until < today)!
  return { state: 'abroge', since: nextDay(last.valid_until!) }
}
