import type { PasswordWeakness } from '@parvis/contract'
import { dictionary } from '@zxcvbn-ts/language-common'

// French keyboard patterns and words, missing from the list, which comes from worldwide leaks.
const french = `
azertyuiop azerty123 azert123 azeqsd qsdfgh qsdfghjklm wxcvbn motdepasse mdp123 doudou chouchou marseille bonjour1 soleil1 coucou jetaime amour
france paris2024 loulou123 vacances administrateur agent123 bienvenue bienvenue1 secretariat ordinateur password2024 password2025 password2026`

/** The 3,600 most used passwords of at least 6 characters, and the French ones, in lower case. */
export const commonPasswords: ReadonlySet<string> = new Set([
  ...dictionary['passwords-common'].filter((word) => word.length >= 6).slice(0, 3_600),
  ...french.trim().split(/\s+/),
])

// Words of the application's context, which attackers try first. ASVS V6.1.2.
const contextWords = ['mairie', 'commune', 'parvis', 'collectivite']
// Words that add no more than one symbol to the rest of a password. Years count likewise.
const easyWords = [
  'ville',
  'village',
  'metropole',
  'departement',
  'region',
  'agglo',
  'prefecture',
  'conseil',
  'service',
  'accueil',
  'bonjour',
  'bienvenue',
  'motdepasse',
  'password',
  'passe',
  'admin',
  'azerty',
  'qwerty',
  'soleil',
  'printemps',
  'automne',
  'hiver',
  'janvier',
  'fevrier',
  'avril',
  'juillet',
  'aout',
  'septembre',
  'octobre',
  'novembre',
  'decembre',
  'lundi',
  'mardi',
  'mercredi',
  'jeudi',
  'vendredi',
  'samedi',
  'dimanche',
]
const year = /(?<!\d)(?:19\d\d|20[0-3]\d)(?!\d)/g
const lookalikes: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' }

/**
 * Returns the weakness of a password, or null. CNIL's threshold (50 bits, with a lockout after failures): 12 characters of at least 50 bits, or 8
 * characters of three kinds. Refused too: the most used passwords, and those that contain a word about the person or the application's context.
 * @param personal texts about the person: user name, address, first and last names
 */
export function findWeakness(password: string, personal: readonly string[]): PasswordWeakness | null {
  const { typed, plain, disguised } = formsOf(password)
  if ([plain, disguised, withoutEnds(plain), withoutEnds(disguised)].some((form) => isCommon(form, typed.length))) return 'common'
  if (findPersonalWord(password, personal) !== null) return 'context'
  return reachesThreshold(remainder(typed, plain, disguised)) ? null : 'short'
}

/**
 * Returns the first word about the person or the application's context that a password contains, even with look-alike characters; null when there is none.
 */
export function findPersonalWord(password: string, personal: readonly string[]): string | null {
  const { plain, disguised } = formsOf(password)
  return [...contextWords, ...personal.flatMap(wordsOf)].find((word) => plain.includes(word) || disguised.includes(word)) ?? null
}

function formsOf(password: string) {
  const characters = [...password]
  const plainLetters = characters.map(plainLetter).join('')
  return { typed: characters, plain: plainLetters, disguised: [...plainLetters].map((letter) => lookalikes[letter] ?? letter).join('') }
}

/** Whether a form of the password is a common one with at most 5 characters added: a few digits or signs do not make it stronger. */
function isCommon(form: string, typedLength: number): boolean {
  return commonPasswords.has(form) && typedLength - form.length <= 5
}

function withoutEnds(text: string): string {
  return text.replace(/^[^a-z]+|[^a-z]+$/g, '')
}

/** Returns the character in lower case without accent, always as one character. */
function plainLetter(letter: string): string {
  return [...letter.normalize('NFKD').toLowerCase()][0] ?? letter
}

/** Splits into words of four letters or more: shorter ones occur in too many good passwords. */
function wordsOf(text: string): string[] {
  const plainLetters = [...text].map(plainLetter).join('')
  return plainLetters.split(/[^a-z]+/).filter((word) => word.length >= 4)
}

type Remainder = { symbols: string[]; words: number }

/** Removes easy words and years from a password, and counts them: each is worth one symbol. */
function remainder(characters: string[], plainLetters: string, disguised: string): Remainder {
  const usedIndexes = new Set<number>()
  let words = 0
  const take = (start: number, length: number) => {
    words += 1
    for (let index = start; index < start + length; index += 1) usedIndexes.add(index)
  }
  for (const match of plainLetters.matchAll(year)) take(match.index, match[0].length)
  for (const word of easyWords) {
    const start = Math.max(plainLetters.indexOf(word), disguised.indexOf(word))
    if (start >= 0) take(start, word.length)
  }
  return { symbols: characters.filter((_, index) => !usedIndexes.has(index)), words }
}

function reachesThreshold({ symbols, words }: Remainder): boolean {
  const length = withoutRuns(symbols) + words
  const kinds = [/\p{Ll}|\p{Lo}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u]
  const sizes = [26, 26, 10, 32]
  const kindsPresent = kinds.map((kind) => symbols.some((symbol) => kind.test(symbol)))
  const alphabet = sizes.reduce((sum, size, index) => sum + (kindsPresent[index] ? size : 0), 0)
  if (length >= 8 && kindsPresent.filter(Boolean).length >= 3) return true
  return length >= 12 && length * Math.log2(Math.max(alphabet, 1)) >= 50
}

/** Returns the length of a password in which runs such as `aaaa`, `1234` and `dcba` count for two characters. */
function withoutRuns(symbols: string[]): number {
  const codes = symbols.map((symbol) => symbol.codePointAt(0) ?? 0)
  const steps = codes.map((code, index) => (index === 0 ? Number.NaN : code - codes[index - 1]!))
  return codes.filter((_, index) => !(index >= 2 && Math.abs(steps[index]!) <= 1 && steps[index] === steps[index - 1])).length
}
