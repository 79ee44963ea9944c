import { fold, normalise } from '../normalise.ts'

/** Words of a name that do not tell one person from another: civilities and particles. */
const small = new Set(
  'le la les l de du des d da do dos das di della del el al ben bin van von ter te aux m mr mm mme mmes mlle mlles monsieur madame mademoiselle messieurs mesdames maitre me dr docteur docteure pr professeur et ne nee epouse veuve'.split(
    ' ',
  ),
)
const female = new Set('mme mmes mlle mlles madame mademoiselle mesdames'.split(' '))
const male = new Set('m mr mm monsieur messieurs'.split(' '))

/** Words of a name, folded: those that tell a person, and the initials. */
type NameWords = { words: string[]; initials: string[]; gender: 'm' | 'f' | null }

function readName(name: string): NameWords {
  const read: NameWords = { words: [], initials: [], gender: null }
  const text = normalise(name).text
  const tokens = text.match(/\p{L}[\p{L}\p{M}]*\.?/gu) ?? []
  for (const [index, token] of tokens.entries()) {
    const word = fold(token.replace('.', ''))
    // « M. » is a civility before a surname, and an initial in « M. K. Haddad » or before one alone: both readings are compared.
    if (index === 0 && female.has(word)) read.gender = 'f'
    else if (index === 0 && male.has(word) && tokens.length > 1) read.gender = word === 'm' ? null : 'm'
    else if (small.has(word) && tokens.length > 1) continue
    else if (word.length === 1 || (token.endsWith('.') && word.length < 3)) read.initials.push(word)
    else read.words.push(word)
  }
  return read
}

/**
 * Whether two forms of a name can be the same person: « Mme Le Goff », « Anne Le Goff », « LE GOFF Anne », « A. Le Goff ». Two full names with
 * different first names are not.
 */
export function samePerson(a: string, b: string): boolean {
  const first = readName(a)
  const second = readName(b)
  if (first.gender && second.gender && first.gender !== second.gender) return false
  const [short, long] = first.words.length <= second.words.length ? [first, second] : [second, first]
  if (short.words.length === 0) return false
  const rest = [...long.words]
  for (const word of short.words) {
    const at = rest.indexOf(word)
    if (at < 0) return false
    rest.splice(at, 1)
  }
  // Initials stand for the words that the other form writes in full, or for the same initials.
  return matchInitials(short.initials, rest, long.initials)
}

function matchInitials(initials: readonly string[], words: readonly string[], others: readonly string[]): boolean {
  const rest = [...words.map((word) => word[0]!), ...others]
  if (rest.length === 0) return true
  return initials.every((initial) => {
    const at = rest.indexOf(initial)
    if (at >= 0) rest.splice(at, 1)
    return at >= 0
  })
}
