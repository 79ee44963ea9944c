import type { Match } from '../matches.ts'
import { fold } from '../normalise.ts'
import { findByFollowing, findSignatures } from './closings.ts'
import { findInFields, joinedParts } from './fields.ts'
import { findKnown, indexPeople, peopleOf, personOf, resolvePerson, type KnownPerson } from './known-people.ts'
import { common, first } from './lexicon.ts'
import { findAfterCivility } from './civilities.ts'
import { findIntroduced } from './introductions.ts'
import { findInProse } from './prose.ts'
import { findInBrackets, findInMarkup } from './markup.ts'
import { startSearch, type FoundName, type NameSearch } from './name-search.ts'
import { findInTables } from './tables.ts'
import type { NameToken } from './tokens.ts'

/** Finds the names of people, and the values that only the head of a column tells. `values`: what was found by its own form, in order. */
export function findNames(text: string, values: readonly Match[], known: readonly string[]): Match[] {
  const search = startSearch(text, values)
  const isInAddress = addressWords(text, values)
  const found = findInTables(search)
  findInFields(search)
  findInMarkup(search)
  findAfterCivility(search)
  findByFollowing(search)
  findIntroduced(search)
  findInProse(search, isInAddress)
  findSignatures(search)
  findInBrackets(search)
  const people = [...peopleOf(known), ...peopleIn(search)]
  findKnown(search, indexPeople(people))
  return [...found, ...toMatches(search, people)]
}

/** Whether a name is certain enough for its parts alone to be names in the rest of the text: its context tells it, or one of its words is a listed first name. */
const isCertain =
  (tokens: readonly NameToken[]) =>
  ({ from, to, confidence }: FoundName): boolean =>
    confidence > 0.6 ||
    tokens.slice(from, to).some(({ flags }) => (flags & (first | common)) === first) ||
    tokens.slice(from, to).every(({ shape, start, end }) => shape === 'capital' && end - start > 3)

/** Returns the people named in full in the text: in one piece, or in two cells of one row. */
function peopleIn({ text, tokens, names }: NameSearch): KnownPerson[] {
  const whole = names
    .filter(isCertain(tokens))
    .flatMap((name) => (name.part ? [] : (personOf(text, tokens.slice(name.from, name.to), name.gender ?? null) ?? [])))
  const alone = names.flatMap(({ from, to, reason, part, gender }) =>
    !part && to === from + 1 && reason === 'person.civility'
      ? [{ full: text.slice(tokens[from]!.start, tokens[from]!.end), firsts: [], lasts: [tokens[from]!.key], gender: gender ?? null }]
      : [],
  )
  const given = names.flatMap(({ from, to, part }) =>
    part === undefined &&
    to === from + 1 &&
    (tokens[from]!.flags & (first | common)) === first &&
    !whole.some(({ firsts }) => firsts.includes(tokens[from]!.key))
      ? [{ full: text.slice(tokens[from]!.start, tokens[from]!.end), firsts: [tokens[from]!.key], lasts: [], gender: null }]
      : [],
  )
  return [...whole, ...alone, ...given, ...[...joinedParts(names).values()].flatMap((row) => joinParts(text, tokens, row) ?? [])]
}

const nameParticles = new Set('de du des d le la les da dos do di del el al ben'.split(' '))

function joinParts(text: string, tokens: readonly NameToken[], { last, first: given }: { last?: FoundName; first?: FoundName }): KnownPerson | null {
  if (!last) return null
  const keys = ({ from, to }: FoundName) => tokens.slice(from, to).map(({ key }) => key)
  const words = ({ from, to }: FoundName) => text.slice(tokens[from]!.start, tokens[to - 1]!.end)
  const lasts = keys(last)
  const strong = lasts.filter((key) => !nameParticles.has(key))
  return {
    full: given ? `${words(given)} ${words(last)}` : words(last),
    firsts: given ? keys(given) : [],
    lasts: strong.length > 0 ? strong : lasts,
    gender: null,
  }
}

function toMatches(search: NameSearch, people: readonly KnownPerson[]): Match[] {
  const { text, tokens, names } = search
  const known = indexPeople(people)
  const rows = joinedParts(names)
  const named = new Map<KnownPerson, number>()
  return names
    .toSorted((a, b) => a.from - b.from)
    .map((name, order) => {
      const start = tokens[name.from]!.start
      const end = tokens[name.to - 1]!.end
      const row = name.row === undefined ? undefined : rows.get(name.row)
      const person = row?.last ? joinParts(text, tokens, row) : resolvePerson(search, name, known, named)
      if (person) {
        // The index holds one entry per person: the last mention is recorded there.
        const entry = known.byLast.get(person.lasts[0] ?? '')?.find((other) => other.full === person.full) ?? person
        named.set(entry, order)
      }
      const full = person?.full
      return {
        start,
        end: trimmedEnd(text, start, end),
        kind: 'personne' as const,
        confidence: name.confidence,
        reason: name.reason,
        ...(full && full !== text.slice(start, end) ? { person: full } : {}),
      }
    })
}

/** Leaves the dot of a sentence out of a name that ends with an initial. */
const trimmedEnd = (text: string, start: number, end: number): number => (text[end - 1] === '.' && end - start > 3 ? end - 1 : end)

/** Parts of addresses that name a service and not a person. */
const services =
  /^(?:accueil|contact|mairie|info|infos|secretariat|service|direction|noreply|no-reply|admin|webmaster|support|dpo|rh|compta|comptabilite|etat-?civil|urbanisme|ccas|test|user|postmaster|hello|bonjour)/

/** Returns whether words are those of the local part of an e-mail address of the text: « heimata.tuheiava@… » tells « Heimata Tuheiava ». */
function addressWords(text: string, values: readonly Match[]): (words: readonly NameToken[]) => boolean {
  const locals = new Set<string>()
  for (const { kind, start, end } of values) {
    if (kind !== 'email' || locals.size > 5000) continue
    const local = fold(text.slice(start, end).split('@')[0]!.split('+')[0]!)
    if (!services.test(local)) locals.add(local.replace(/[^a-z]/g, ''))
  }
  if (locals.size === 0) return () => false
  return (words) => {
    if (words.length < 2 || words.every(({ flags }) => (flags & (common | first)) === common)) return false
    const keys = words.map(({ key }) => key.replace(/[^a-z]/g, ''))
    const joined = keys.join('')
    if (joined.length < 6) return false
    const turned = [...keys.slice(1), keys[0]!].join('')
    const back = [keys.at(-1)!, ...keys.slice(0, -1)].join('')
    const short = keys[0]![0]! + keys.slice(1).join('')
    return [joined, turned, back, short].some((form) => locals.has(form))
  }
}
