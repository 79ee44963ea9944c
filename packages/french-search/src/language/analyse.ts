import snowball from 'snowball-stemmers'
import { NUMBER, plainNumber, spellFigures } from './figures.ts'
import { markHomographs } from './homographs.ts'
import { pairedReferences, referenceTerm, REFERENCE_PATTERN, type ReferenceGroups } from './legal-references.ts'
import { dropElisions, fold, normalise } from './normalise.ts'
import { askingPhrases, questionWords, stopWords } from './stop-words.ts'

const TOKEN = new RegExp(
  REFERENCE_PATTERN +
    String.raw`|(?<dotted>(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?)` +
    String.raw`|(?<number>(?:${NUMBER})(?![\d\p{L}]))` +
    String.raw`|catégories?\s+(?<grade>[abc])(?![\p{L}\p{N}'])` +
    String.raw`|(?<word>[\p{L}\p{N}\p{M}]+)`,
  'gu',
)

/** Version of the analysis, stored with an index. After a change, documents must be indexed again. */
export const ANALYSIS_VERSION = 4
const CACHE_LIMIT = 50_000
/** Maximum length of a word, in characters: longer ones are extraction noise, not French. */
const MAX_WORD_LENGTH = 50

export type Analyser = {
  /** Terms of a text, in order, with repetitions. */
  textTerms: (text: string) => string[]
  /** Terms of a text for the index: those of `textTerms`, then each compound as one term. */
  indexTerms: (text: string) => string[]
  /** Terms of a question, without question words. Never empty when the text has any term. */
  questionTerms: (question: string) => string[]
  /** Compounds of a question as terms, and adjacent words that a document may write as one. */
  compounds: (question: string) => Compound[]
  /** Folded stem of one word; '' for a stop word or a single letter. */
  stem: (word: string) => string
}

/** Restores accents in endings typed without them, so that stems are equal: «municipalite» → «municipalité». */
const guessAccents = (word: string): string => (/^[a-z]+$/.test(word) ? word.replace(/ite(s?)$/, 'ité$1').replace(/ee(s?)$/, 'ée$1') : word)

/**
 * Creates the French analysis, the same for texts and questions: NFC, lower case, elisions, legal references as single terms. The Snowball stemmer is
 * applied before folding, because it needs accents.
 */
export const createAnalyser = (): Analyser => {
  const stemmer = snowball.newStemmer('french')
  const cache = new Map<string, string>()

  const stem = (word: string): string => {
    const cached = cache.get(word)
    if (cached !== undefined) return cached
    const folded = fold(word)
    const isNoise = stopWords.has(folded) || (folded.length < 2 && !/\d/.test(folded))
    const stemmed = isNoise ? '' : /\d/.test(folded) ? folded : fold(stemmer.stem(guessAccents(word)))
    if (cache.size >= CACHE_LIMIT) cache.clear()
    cache.set(word, stemmed)
    return stemmed
  }

  const normaliseSource = (text: string): string => dropElisions(spellFigures(normalise(markHomographs(text))))

  const scan = (source: string, ignored: ReadonlySet<string> | null): string[] => {
    const terms: string[] = []
    for (const match of source.matchAll(TOKEN)) {
      const groups = match.groups as ReferenceGroups & Record<string, string | undefined>
      if (groups.word !== undefined) {
        const word = groups.word.slice(0, MAX_WORD_LENGTH)
        if (ignored?.has(fold(word))) continue
        const term = stem(word)
        if (term) terms.push(term)
      } else if (groups.dotted) terms.push(groups.dotted.replace(/\./g, '').slice(0, MAX_WORD_LENGTH))
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

  /** Converts a compound to stems; none when its last word is a function word. */
  const asTerms = ({ parts, joined }: Compound): Compound[] => {
    const stems = parts.map(stem).filter(Boolean)
    return stem(parts.at(-1)!) === '' || joined.length > MAX_WORD_LENGTH ? [] : [{ parts: stems, joined: stem(joined) }]
  }

  return {
    stem,
    textTerms: (text) => scan(normaliseSource(text), null),
    indexTerms: (text) => {
      const source = normaliseSource(text)
      return scan(source, null).concat(compoundsOf(source).flatMap((compound) => asTerms(compound).map(({ joined }) => joined)))
    },
    questionTerms: (question) => {
      const source = normaliseSource(question)
      const terms = scan(source.replace(askingPhrases, ' '), questionWords)
      return terms.length > 0 ? terms : scan(source, null)
    },
    compounds: (question) => {
      const source = normaliseSource(question)
      return [...compoundsOf(source), ...adjacentPairs(source)].flatMap(asTerms)
    },
  }
}

/** A compound word. `parts`: the words around its hyphens, or after its negation. `joined`: the same written as one word. */
type Compound = { parts: string[]; joined: string }

const HYPHENATED = /(?<![\p{L}\p{N}'-])\p{L}{2,}(?:-\p{L}{2,}){1,3}(?![\p{L}\p{N}'-])/gu

/** Pattern of hyphens that do not make a compound: « peut-il », « ceux-ci », « dites-moi ». */
const INVERTED = /-(?:ils?|elles?|on|je|tu|nous|vous|ce|ci|la|là|le|les|lui|leur|moi|toi|mêmes?|memes?|être|etre|en|delà|dela)$/u

/** Pattern of negated words, which mean the opposite of the word alone: « non titulaire », « sans solde ». */
const NEGATED = /(?<![\p{L}\p{N}'-])(?:non|sans|hors)[ -]\p{L}{3,}(?![\p{L}\p{N}'-])/gu

const compoundOf = (words: string[]): Compound => ({ parts: words, joined: words.join('') })

/**
 * Returns the compounds of a text, so that « télé-travail » is searched as « télétravail » and « non titulaire » is distinct from « titulaire ». The text
 * must be normalised, without elisions.
 */
const compoundsOf = (text: string): Compound[] => [
  ...[...text.matchAll(HYPHENATED)].flatMap(([word]) => (INVERTED.test(word) ? [] : [compoundOf(word.split('-'))])),
  ...[...text.matchAll(NEGATED)].map(([words]) => compoundOf(words.split(/[ -]/))),
]

/** Returns the pairs of adjacent words of a text, as if a hyphen were missing: « auto entrepreneur ». */
const adjacentPairs = (text: string): Compound[] =>
  [...text.matchAll(/(?<![\p{L}\p{N}'-])(\p{L}{2,}) (?=(\p{L}{2,})(?![\p{L}\p{N}'-]))/gu)].map(([, first, second]) => compoundOf([first!, second!]))
