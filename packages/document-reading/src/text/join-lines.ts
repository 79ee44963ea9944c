import { isCompound } from './compounds.ts'

/** Words of a document, in lower case, compounds included. They decide whether a hyphen at the end of a line belongs to the word. */
export type Vocabulary = Pick<ReadonlySet<string>, 'has'>

/** Patterns of the word before a hyphen at the end of a text, and of the word at the start of the next line. */
const LAST_WORD = /[\p{L}\p{N}][\p{L}\p{N}’'\-\u2010\u2011]*(?=[-\u2010\u00AD]$)/u
const FIRST_WORD = /^[\p{L}\p{N}][\p{L}\p{N}’'\-\u2010\u2011]*/u
const WORDS = /\p{L}[\p{L}’'\-\u2010\u2011]*\p{L}/gu

/** Normalises a word for comparison: lower case, one kind of hyphen, one kind of apostrophe. */
const normalised = (word: string): string =>
  word
    .toLowerCase()
    .replace(/[\u2010\u2011]/g, '-')
    .replaceAll("'", '’')

/**
 * Creates the vocabulary of a document. Words are collected at the first lookup, because most documents need none.
 * @param texts lines as they are on the page
 */
export function createVocabulary(texts: () => Iterable<string>): Vocabulary {
  let words: Set<string> | null = null
  return {
    has(word) {
      words ??= new Set([...texts()].flatMap((text) => (text.match(WORDS) ?? []).map(normalised)))
      return words.has(word)
    },
  }
}

const NO_WORDS: Vocabulary = new Set()

/** Joins a text and the next line. The hyphen of a word cut at the line end is removed, except in a compound, before a capital and in a range of numbers. */
export function joinLines(before: string, after: string, vocabulary: Vocabulary = NO_WORDS): string {
  const word = LAST_WORD.exec(before)?.[0]
  const next = FIRST_WORD.exec(after)?.[0]
  if (word === undefined || next === undefined) return `${before} ${after}`
  // A dash between a number and a word, or before a number of three digits or more, is not a hyphen.
  if (/\p{N}$/u.test(word) ? !/^\p{N}/u.test(next) : /^\p{N}{3}/u.test(next)) return `${before} ${after}`
  return keepsHyphen(before.at(-1)!, word, next, vocabulary) ? before + after : before.slice(0, -1) + after
}

function keepsHyphen(hyphen: string, word: string, next: string, vocabulary: Vocabulary): boolean {
  if (hyphen === '\u00AD') return false
  const [first, second] = [normalised(word), normalised(next)]
  if (vocabulary.has(`${first}-${second}`)) return true
  const isCapital = /^[\p{Lu}\p{N}]/u.test(next)
  const isJoined = vocabulary.has(first + second)
  if (isCapital) return !(isJoined && word === word.toUpperCase())
  return !isJoined && isCompound(first, second)
}

/** Joins a text and another on the next line. Concatenation avoids copying a long text that grows. */
export const joinWithNewline = (firstText: string, text: string): string => (firstText && text ? `${firstText}\n${text}` : firstText || text)
