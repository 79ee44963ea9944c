import { normalise } from '../normalise.ts'
import { common, first, never, particle } from './lexicon.ts'
import { addName, follows, isCapital, isInitial, isPlaceBefore, type FoundName, type NameSearch } from './name-search.ts'
import { tokenize, type NameToken } from './tokens.ts'
import { subjectVerbs } from './words.ts'

/** Person named in full, in the text or before it. */
export type KnownPerson = { full: string; firsts: string[]; lasts: string[]; gender: 'm' | 'f' | null }

/** Male first names that end as most female ones do. */
const maleInE =
  /^(?:alexandre|alphonse|ambroise|antoine|aristide|baptiste|basile|benoite?|blaise|camille|cesaire|christophe|claude|come|cyrille|dominique|edgar|elie|emile|etienne|eugene|fabrice|felice|gaetane?|george|giuseppe|gregoire|guillaume|gustave|hippolyte|isidore|jerome|jules|kamile|leandre|leonce|luca|lucas|ludovice|maxence|maxime|modeste|moise|moussa|narcisse|nicola|noe|octave|oumar|patrice|philippe|pierre|placide|prosper|rodolphe|rodrigue|serge|souleymane|stephane|sylvestre|theodore|theophile|timothee|tristane|ulysse|yacouba|abdoulaye|amara|boubacar|issa|mamadou|oussama|saliou|alpha|mustapha|mostafa|hamza|yahia|elia|joshua|andrea|mattia|krishna|teva|moana|manuarii)$/

/** Returns the gender that a first name suggests: female in -a and -e, with exceptions. */
function genderOfFirstName(key: string | undefined): 'm' | 'f' | null {
  if (key === undefined) return null
  const head = key.split('-')[0]!
  if (maleInE.test(head)) return head === 'camille' || head === 'dominique' || head === 'claude' || head === 'andrea' ? null : 'm'
  return /[ae]$|^(?:agnes|carmen|ingrid|judith|esther|astrid|muriel|marion|manon|nour|rim|meriem|myriam|miriam|maryam|isabel|raquel|ines|lurdes|soledad|pilar|fatou|oumou|nolwenn|soazig|maiwenn|sterenn|annick|sigrid|kim|elif|zeynep|gulsen|jennifer|margot|margaux|charline|lilou|chloe|zoe|cloe|noemi|marie-[a-z]+|anne-[a-z]+|rachel|elisabeth|edith|maud|solen)$/.test(
    head,
  )
    ? 'f'
    : 'm'
}

/** Words of a name that identify a person: neither particles nor initials. */
const telling = (text: string, tokens: readonly NameToken[]): NameToken[] => {
  const words = tokens.filter((token) => !isInitial(text, token) && token.shape !== 'initial')
  const strong = words.filter(({ flags, shape }) => (flags & particle) === 0 || ((flags & first) !== 0 && shape === 'capital'))
  return strong.length > 0 ? strong : words.slice(-1)
}

/** Reads a full name as first names and a surname; null when only a part is there. */
export function personOf(text: string, tokens: readonly NameToken[], gender: 'm' | 'f' | null): KnownPerson | null {
  const words = telling(text, tokens)
  if (words.length < 2 || tokens.length === 0) return null
  const full = text.slice(tokens[0]!.start, tokens.at(-1)!.end).replace(/\s+/g, ' ')
  const uppers = words.filter(({ shape }) => shape === 'upper')
  const isMixed = uppers.length > 0 && uppers.length < words.length
  let lasts = isMixed ? uppers : []
  if (lasts.length === 0) {
    // Without capitals, the surname follows the first names; « DUPONT JEAN » has it first when only its end is a first name.
    const isFirst = words.map(({ flags }) => (flags & first) !== 0)
    if (!isFirst[0] && isFirst.at(-1)) lasts = words.slice(0, Math.max(1, isFirst.indexOf(true)))
    else {
      let count = 1
      while (count < words.length - 1 && isFirst[count]) count++
      lasts = words.slice(count)
    }
  }
  const firsts = words.filter((word) => !lasts.includes(word))
  return { full, firsts: firsts.map(({ key }) => key), lasts: lasts.map(({ key }) => key), gender }
}

/** People known by their full name, found by a word of it. */
type KnownPeople = { byLast: Map<string, KnownPerson[]>; byFirst: Map<string, KnownPerson[]> }

export function indexPeople(people: readonly KnownPerson[]): KnownPeople {
  const byLast = new Map<string, KnownPerson[]>()
  const byFirst = new Map<string, KnownPerson[]>()
  const add = (map: Map<string, KnownPerson[]>, key: string | undefined, person: KnownPerson) => {
    if (key === undefined || key.length < 2 || /^(?:le|la|les|de|du|des|da|do|di|el|al)$/.test(key)) return
    const others = map.get(key)
    if (!others) map.set(key, [person])
    else if (others.length < 50 && !others.some((other) => isSame(other, person))) others.push(person)
  }
  for (const person of people) {
    add(byLast, person.lasts[0], person)
    add(byFirst, person.firsts[0], person)
  }
  return { byLast, byFirst }
}

const isSame = (a: KnownPerson, b: KnownPerson): boolean => a.lasts.join() === b.lasts.join() && a.firsts.join() === b.firsts.join()

/** People of the full names that were read last: a conversation gives the same ones with each message. */
const readNames = new Map<string, KnownPerson | null>()
const maxReadNames = 10_000

/** Returns the people of full names met before the text. */
export const peopleOf = (names: readonly string[]): KnownPerson[] =>
  names.flatMap((name) => {
    const found = readNames.get(name)
    if (found !== undefined) return found ?? []
    const person = readFullName(name.slice(0, 200))
    if (readNames.size >= maxReadNames) readNames.clear()
    if (name.length <= 200) readNames.set(name, person)
    return person ?? []
  })

function readFullName(name: string): KnownPerson | null {
  const { text } = normalise(name)
  const all = tokenize(text)
  const from = all.findIndex(({ key }) => !/^(?:mm?|mme|mlle|mr|dr|me|monsieur|madame|maitre|docteur)$/.test(key))
  return personOf(text, all.slice(Math.max(0, from)), null)
}

/** Finds the surnames and first names of known people where they are alone. */
export function findKnown(search: NameSearch, known: KnownPeople): void {
  const { tokens, taken } = search
  if (known.byLast.size + known.byFirst.size === 0) return
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    if (token.shape === 'lower' || token.shape === 'initial' || taken[at] !== 0) continue
    const last = lengthOf(tokens, at, known.byLast.get(token.key), 'lasts')
    const firstLength = last === 0 ? lengthOf(tokens, at, known.byFirst.get(token.key), 'firsts') : 0
    const length = last || firstLength
    if (length === 0 || isPlaceBefore(search, withParticles(tokens, at)) || !isNameHere(search, at, at + length, last === 0)) continue
    const from = last > 0 ? withParticles(tokens, at) : at
    if (
      addName(search, {
        from,
        to: at + length,
        confidence: 0.8,
        reason: last > 0 ? 'person.known_surname' : 'person.known_first_name',
        part: last > 0 ? 'last' : 'first',
      })
    )
      at += length - 1
  }
}

/** Returns the number of words here of the surname, or of the first names, of one of the people; 0 when they are not there. */
function lengthOf(tokens: readonly NameToken[], at: number, people: readonly KnownPerson[] | undefined, part: 'lasts' | 'firsts'): number {
  let best = 0
  for (const person of people ?? []) {
    const keys = person[part]
    let next = at
    let matched = 0
    while (matched < keys.length && next < tokens.length && next < at + 8) {
      const token = tokens[next]!
      if (next > at && !follows(token)) break
      if (token.key === keys[matched]) matched++
      else if ((token.flags & particle) === 0) break
      next++
    }
    // A first name in two words may be used by its first word alone; a surname may not.
    if (matched === keys.length || (part === 'firsts' && matched > 0)) best = Math.max(best, matched === keys.length ? next - at : 1)
  }
  return best
}

/** Returns the place of the particles before a surname: « des Essarts », « Le Goff ». */
function withParticles(tokens: readonly NameToken[], at: number): number {
  let from = at
  while (
    from > 0 &&
    from > at - 3 &&
    follows(tokens[from]!) &&
    (tokens[from - 1]!.flags & particle) !== 0 &&
    !(tokens[from - 1]!.shape === 'lower' && /^(?:le|la|les|l|a|y|e|o)$/.test(tokens[from - 1]!.key))
  )
    from--
  // « Les Benyahia » are a family.
  if (tokens[from]!.key === 'les' && from < at) from++
  // « de Paris » may be the town: only a particle with a capital, or « des » and « du », is a part of the name for sure.
  return from
}

/** Nouns and prepositions before a place: « à Laval », « habitants de Paris ». */
const beforePlace = /^(?:a|en|vers|chez-lui|depuis|ville|commune|mairie|habitants|region|pays)$/

/** Whether the words are a name here, and not the common word or the place of the same spelling. */
function isNameHere(search: NameSearch, from: number, to: number, isFirstName: boolean): boolean {
  const { tokens, text } = search
  const token = tokens[from]!
  const before = from > 0 && follows(token) ? tokens[from - 1] : undefined
  if ((token.flags & never) !== 0 && token.shape !== 'upper') return false
  if (
    before &&
    beforePlace.test(before.key) &&
    before.shape === 'lower' &&
    !(before.key === 'a' && text.slice(before.start, before.end) === 'a') &&
    isPlaceName(token)
  )
    return false
  const next = tokens[to]
  if (isFirstName && next && follows(next) && isCapital(next) && (next.flags & common) === 0) return false
  if ((token.flags & common) === 0) return true
  if (token.shape === 'upper') return to - from > 1 || !isShouted(search, from)
  if (!token.startsSentence) return true
  const after = text.slice(tokens[to - 1]!.end, tokens[to - 1]!.end + 2)
  return /^[,)]|^$|^\n/.test(after) || (next !== undefined && follows(next) && next.shape === 'lower' && subjectVerbs.test(text.slice(next.start, next.end)))
}

/** Communes that have the name of a surname too. */
const placeNames =
  /^(?:paris|laval|valence|lille|lyon|nice|nantes|rennes|brest|vannes|lorient|auray|redon|clermont|bordeaux|toulouse|tours|orleans|dijon|angers|le-mans|mans|amiens|reims|troyes|auch|albi|agen|pau|tarbes|foix|cahors|rodez|castres|beziers|nimes|arles|toulon|antibes|cannes|grasse|menton|gap|digne|annecy|chambery|grenoble|vienne|roanne|macon|chalon|nevers|bourges|chartres|dreux|evreux|rouen|caen|bayeux|lisieux|alencon|fougeres|dinan|dinard|quimper|morlaix|marseille|montpellier|perpignan|narbonne|besancon|belfort|mulhouse|colmar|strasbourg|metz|nancy|verdun|sedan|laon|soissons|beauvais|compiegne|senlis|meaux|melun|provins|sens|auxerre|beaune|dole|niort|royan|saintes|cognac|perigueux|bergerac|limoges|tulle|brive|aurillac|mende|alger|oran|tunis|rome|milan|lisbonne|porto|madrid|londres|berlin|vichy|riom|thiers|issoire|moulins|blois|vendome|saumur|cholet|parthenay|thouars|bressuire|rochefort|saint-denis|montauban|carcassonne|hyeres|frejus|draguignan|france|bretagne|lorraine|normand|savoie)$/

const isPlaceName = ({ key }: NameToken): boolean => placeNames.test(key)

/** Whether the line is all in capitals: a word of it tells nothing by its own. */
function isShouted({ tokens }: NameSearch, at: number): boolean {
  let others = 0
  for (const step of [-1, 1])
    for (let next = at + step; tokens[next] && Math.abs(next - at) < 4 && tokens[step < 0 ? next + 1 : next]!.gap !== 'line'; next += step)
      if (tokens[next]!.shape === 'upper' && (tokens[next]!.flags & common) !== 0) others++
  return others > 2
}

/** Returns the only person that a form can name: by its surname, initials and gender; the last one named before it when several remain. */
export function resolvePerson(search: NameSearch, name: FoundName, known: KnownPeople, named: ReadonlyMap<KnownPerson, number>): KnownPerson | null {
  const { text, tokens } = search
  const run = tokens.slice(name.from, name.to)
  const words = telling(text, run)
  const initials = run.filter((token) => token.shape === 'initial').map(({ key }) => key)
  const own = name.part === 'first' || name.part === 'last' ? null : personOf(text, run, name.gender ?? null)
  if (own && initials.length === 0) return own
  const candidates = new Set<KnownPerson>()
  for (const { key } of words) {
    for (const person of (name.part !== 'first' && known.byLast.get(key)) || []) candidates.add(person)
    if (name.part === 'first' || candidates.size === 0) for (const person of known.byFirst.get(key) ?? []) candidates.add(person)
  }
  const fits = [...candidates].filter((person) => {
    if (name.gender && name.gender !== (person.gender ?? genderOfFirstName(person.firsts[0]) ?? name.gender)) return false
    const all = [...person.firsts, ...person.lasts]
    const isWhole =
      words.every(({ key }) => all.includes(key)) && (initials.length === 0 || person.lasts.every((last) => words.some(({ key }) => key === last)))
    return isWhole && initials.every((initial) => person.firsts.some((key) => key.startsWith(initial[0]!)))
  })
  // A civility that contradicts the guess from the first name is believed less than the only person of that surname.
  if (fits.length === 0 && candidates.size === 1 && initials.length === 0)
    return (
      [...candidates].find(
        ({ firsts, lasts, gender }) => words.every(({ key }) => [...firsts, ...lasts].includes(key)) && (gender ?? name.gender) === name.gender,
      ) ?? null
    )
  return fits.sort((a, b) => (named.get(b) ?? -1) - (named.get(a) ?? -1))[0] ?? null
}
