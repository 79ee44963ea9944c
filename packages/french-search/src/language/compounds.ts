/** A word made of several: the words between its hyphens, or after its negation, and the word that they make together. */
export type Compound = { parts: string[]; joined: string }

const HYPHENATED = /(?<![\p{L}\p{N}'-])\p{L}{2,}(?:-\p{L}{2,}){1,3}(?![\p{L}\p{N}'-])/gu
/** « peut-il », « ceux-ci », « dites-moi » join no words. */
const INVERTED = /-(?:ils?|elles?|on|je|tu|nous|vous|ce|ci|la|là|le|les|lui|leur|moi|toi|mêmes?|memes?|être|etre|en|delà|dela)$/u
/** « non titulaire », « sans solde »: the opposite of the word alone. */
const NEGATED = /(?<![\p{L}\p{N}'-])(?:non|sans|hors)[ -]\p{L}{3,}(?![\p{L}\p{N}'-])/gu

const compoundOf = (words: string[]): Compound => ({ parts: words, joined: words.join('') })

/**
 * Lists the compounds of a text: « télé-travail » is searched as « télétravail », « non titulaire » apart from « titulaire ».
 * Expects normalised text without elisions.
 */
export const compoundsOf = (text: string): Compound[] => [
  ...[...text.matchAll(HYPHENATED)].flatMap(([word]) => (INVERTED.test(word) ? [] : [compoundOf(word.split('-'))])),
  ...[...text.matchAll(NEGATED)].map(([words]) => compoundOf(words.split(/[ -]/))),
]

/** Lists the words of a text that stand side by side, as if a hyphen were missing: « auto entrepreneur ». */
export const neighboursOf = (text: string): Compound[] =>
  [...text.matchAll(/(?<![\p{L}\p{N}'-])(\p{L}{2,}) (?=(\p{L}{2,})(?![\p{L}\p{N}'-]))/gu)].map(([, first, second]) => compoundOf([first!, second!]))
