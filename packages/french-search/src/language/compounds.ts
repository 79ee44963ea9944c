/** A compound word. `parts`: the words around its hyphens, or after its negation. `joined`: the same written as one word. */
export type Compound = { parts: string[]; joined: string }

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
export const compoundsOf = (text: string): Compound[] => [
  ...[...text.matchAll(HYPHENATED)].flatMap(([word]) => (INVERTED.test(word) ? [] : [compoundOf(word.split('-'))])),
  ...[...text.matchAll(NEGATED)].map(([words]) => compoundOf(words.split(/[ -]/))),
]

/** Returns the pairs of adjacent words of a text, as if a hyphen were missing: « auto entrepreneur ». */
export const adjacentPairs = (text: string): Compound[] =>
  [...text.matchAll(/(?<![\p{L}\p{N}'-])(\p{L}{2,}) (?=(\p{L}{2,})(?![\p{L}\p{N}'-]))/gu)].map(([, first, second]) => compoundOf([first!, second!]))
