import snowball from 'snowball-stemmers'
import { NUMBER, plainNumber, spellFigures } from './figures.ts'
import { pairedReferences, referenceTerm, REFERENCE_PATTERN, type ReferenceGroups } from './legal-references.ts'
import { dropElisions, fold, normalise } from './normalise.ts'
import { questionWords, stopWords } from './stop-words.ts'

const TOKEN = new RegExp(
  REFERENCE_PATTERN +
    String.raw`|(?<dotted>(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?)` +
    String.raw`|(?<number>(?:${NUMBER})(?![\d\p{L}]))` +
    String.raw`|catégories?\s+(?<grade>[abc])(?![\p{L}\p{N}'])` +
    String.raw`|(?<word>[\p{L}\p{N}\p{M}]+)`,
  'gu',
)

/** Version of the analysis: stored with an index, a change means indexing again. */
export const ANALYSIS_VERSION = 3
const CACHE_LIMIT = 50_000
/** No French word is longer: what is beyond is noise of extraction. */
const LONGEST_WORD = 50

export type Analyser = {
  /** Index terms of a text, in order, repeated as they occur. */
  textTerms: (text: string) => string[]
  /** The same terms without question words; never empty when the text has any term. */
  questionTerms: (question: string) => string[]
  /** Stem of one word, folded; '' for a stop word or a lone letter. */
  stem: (word: string) => string
}

/** Words typed without accents stem like the accented ones: «municipalite» → «municipalité». */
const guessAccents = (word: string): string => (/^[a-z]+$/.test(word) ? word.replace(/ite(s?)$/, 'ité$1').replace(/ee(s?)$/, 'ée$1') : word)

/** Acronyms that are spelt like function words; what tells them apart is their capitals, or an article before them. */
const HOMOGRAPHS = /(?<![\p{L}\p{N}])(?:cet|ta)(?![\p{L}\p{N}])/giu
const ARTICLE_BEFORE = /(?:^|[\s('’"«])(?:le|la|un|une|du|au|aux|les|des|mon|son|ton|notre|votre|leur|leurs)\s+$/iu
const LOWER_CASE_BESIDE = /^\P{L}{0,3}\p{L}*\p{Ll}|\p{Ll}\p{L}*\P{L}{0,3}$/u
/** Makes a word of its own of an acronym that its letters hide: «le CET», «(TA)», «plafond CET», and not «cet arrêté», «ta demande». */
const markAcronyms = (text: string): string =>
  text.replace(HOMOGRAPHS, (found, at: number) => {
    const before = text.slice(Math.max(0, at - 40), at)
    const after = text.slice(at + found.length, at + found.length + 40)
    const isAlone = /^[\s(]*$/.test(text.slice(0, at)) && /^[\s)?!.]*$/.test(text.slice(at + found.length))
    const isCapital = found === found.toUpperCase() && (/[(]$/.test(before) || LOWER_CASE_BESIDE.test(after) || LOWER_CASE_BESIDE.test(before))
    return isAlone || isCapital || ARTICLE_BEFORE.test(before) ? `${found}acronyme` : found
  })

/**
 * French analysis, the same for texts and questions: NFC, lower case, elisions, legal references as
 * units, Snowball on the accented word and only then folding (folding first breaks the stemmer).
 */
export const createAnalyser = (): Analyser => {
  const stemmer = snowball.newStemmer('french')
  const cache = new Map<string, string>()

  const stem = (word: string): string => {
    const known = cache.get(word)
    if (known !== undefined) return known
    const plain = fold(word)
    const isNoise = stopWords.has(plain) || (plain.length < 2 && !/\d/.test(plain))
    const stemmed = isNoise ? '' : /\d/.test(plain) ? plain : fold(stemmer.stem(guessAccents(word)))
    if (cache.size >= CACHE_LIMIT) cache.clear()
    cache.set(word, stemmed)
    return stemmed
  }

  const scan = (text: string, ignored: ReadonlySet<string> | null): string[] => {
    const terms: string[] = []
    const source = dropElisions(spellFigures(normalise(markAcronyms(text))))
    for (const match of source.matchAll(TOKEN)) {
      const groups = match.groups as ReferenceGroups & Record<string, string | undefined>
      if (groups.word !== undefined) {
        const word = groups.word.slice(0, LONGEST_WORD)
        if (ignored?.has(fold(word))) continue
        const term = stem(word)
        if (term) terms.push(term)
      } else if (groups.dotted) terms.push(groups.dotted.replace(/\./g, '').slice(0, LONGEST_WORD))
      else if (groups.number) terms.push(plainNumber(groups.number))
      else if (groups.grade) terms.push('categor', `categorie-${groups.grade}`)
      else {
        const reference = referenceTerm(groups)
        if (reference) terms.push(reference)
        else if (groups.seriesNumber) terms.push(groups.seriesNumber)
      }
    }
    return terms.concat(pairedReferences(terms))
  }

  return {
    stem,
    textTerms: (text) => scan(text, null),
    questionTerms: (question) => {
      const terms = scan(question, questionWords)
      return terms.length > 0 ? terms : scan(question, null)
    },
  }
}
