import type { PersonalDataKind } from './types.ts'

/** A value found in the normalised text, before overlaps are resolved. */
export type Match = { start: number; end: number; kind: PersonalDataKind; confidence: number; reason: string; person?: string }

/** Kinds in order of priority: of two overlapping values, the one of the earlier kind stays. */
const priority: Readonly<Record<PersonalDataKind, number>> = {
  dossier: 0,
  secret: 1,
  email: 2,
  iban: 3,
  nir: 4,
  carte: 5,
  fiscal: 6,
  telephone: 7,
  immatriculation: 8,
  naissance: 9,
  adresse: 10,
  personne: 11,
}

/**
 * Keeps values that do not overlap, in the order of the text. Of two overlapping ones, the earlier kind of `priority` stays, then the more confident, then
 * the longer.
 */
export function withoutOverlaps(matches: readonly Match[]): Match[] {
  const ranked = matches.toSorted(
    (a, b) => priority[a.kind] - priority[b.kind] || b.confidence - a.confidence || b.end - b.start - (a.end - a.start) || a.start - b.start,
  )
  // Kinds are few: each one is merged into a list ordered by offset.
  let accepted: Match[] = []
  for (const group of Map.groupBy(ranked, ({ kind }) => kind).values()) {
    const free = group.filter((match) => !overlapsOrdered(accepted, match))
    const chosen: Match[] = []
    const byStart = free.toSorted((a, b) => a.start - b.start || b.end - a.end)
    for (const match of byStart) {
      const last = chosen.at(-1)
      if (last === undefined || last.end <= match.start) chosen.push(match)
      else if (isBetter(match, last)) chosen[chosen.length - 1] = match
    }
    accepted = [...accepted, ...chosen].sort((a, b) => a.start - b.start)
  }
  return accepted
}

const isBetter = (a: Match, b: Match): boolean => a.confidence > b.confidence && a.end - a.start >= b.end - b.start

/** Whether an ordered list of disjoint values has one that overlaps the value. */
function overlapsOrdered(ordered: readonly Match[], { start, end }: { start: number; end: number }): boolean {
  let low = 0
  let high = ordered.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ordered[middle]!.end <= start) low = middle + 1
    else high = middle
  }
  return low < ordered.length && ordered[low]!.start < end
}
