/** A noun or acronym spelt like a function word, with the contexts that distinguish it. */
type Homograph = {
  word: RegExp
  /** Returns a spelling that is not a function word, with the stem of the noun. */
  spelling: (word: string) => string
  /** Whether the texts before and after the word show that it is the noun or the acronym. */
  isNoun: (before: string, after: string, word: string) => boolean
}

const wholeWords = (words: string, flags: string): RegExp => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words})(?![\p{L}\p{N}])`, flags)
const wordEndPattern = (words: string): RegExp => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words})\s+$`, 'iu')

const DETERMINER = wordEndPattern('le|la|un|une|du|au|aux|les|des|mon|son|ton|notre|votre|leur|leurs|nos|vos|mes|ses|cet|ce|ces|chaque|dernier|prochain')
const ARTICLE = /(?:^|[\s('’"«])(?:le|la|un|une|du|au|aux|les|des|mon|son|ton|notre|votre|leur|leurs)\s+$/iu
const ELIDED = /(?<![\p{L}\p{N}])[ld][’']\s?$/iu
const LOWER_CASE_BESIDE = /^\P{L}{0,3}\p{L}*\p{Ll}|\p{Ll}\p{L}*\P{L}{0,3}$/u

/** Whether a word has only punctuation or an article around it, as when somebody searches for that word. */
const isAlone = (before: string, after: string): boolean =>
  /^(?:[\s(«"]|(?<![\p{L}\p{N}])(?:l[’']|les?|la|un|une)(?=[\s\p{L}]|$))*$/iu.test(before) && /^[\s)»"?!.]*$/u.test(after)

const acronym = (word: string): string => `${word}acronyme`
const noun = (words: string, spelling: string, isNoun: Homograph['isNoun']): Homograph => ({ word: wholeWords(words, 'giu'), spelling: () => spelling, isNoun })

const HOMOGRAPHS: readonly Homograph[] = [
  // Acronyms « le CET », « (TA) », « plafond CET »; function words in « cet arrêté », « ta demande ».
  {
    word: wholeWords('cet|ta', 'giu'),
    spelling: acronym,
    isNoun: (before, after, word) => {
      const isCapital = word === word.toUpperCase() && (/[(]$/.test(before) || LOWER_CASE_BESIDE.test(after) || LOWER_CASE_BESIDE.test(before))
      return (/^[\s(]*$/.test(before) && isAlone('', after)) || isCapital || ARTICLE.test(before)
    },
  },
  // Acronyms « le PAS », « (CA) »; in « ne peut PAS » the capitals are for emphasis.
  {
    word: wholeWords('PAS|SI|CA|DU|CE|SA', 'gu'),
    spelling: acronym,
    isNoun: (before, after) => ARTICLE.test(before) || isAlone(before, after) || (/[(]$/.test(before) && after.startsWith(')')),
  },
  // The noun in « cet été », « séjours d’été », « été 2026 »; the verb in « a été », « ayant été ».
  noun(
    'étés?',
    'éténom',
    (before, after) =>
      DETERMINER.test(before) ||
      ELIDED.test(before) ||
      /(?<!\p{L})(?:en|pendant|durant)\s+$/iu.test(before) ||
      /^\s+(?:(?:19|20)\d\d(?!\d)|comme hiver)/u.test(after) ||
      isAlone(before, after),
  ),
  // The noun in « les sommes dues »; the verb in « nous sommes », « sommes-nous ».
  noun('sommes', 'somme', (before, after) => !/(?<!\p{L})nous(?:\s[\p{L}’']{1,12}){0,2}\s$/iu.test(before) && !/^[\s-]nous(?!\p{L})/iu.test(after)),
  // The noun in « le fait générateur », « voie de fait »; the verb in « il a fait ».
  noun('fait', 'faits', (before, after) => DETERMINER.test(before) || /(?<!\p{L})voies?\sde\s$/iu.test(before) || isAlone(before, after)),
  noun(
    'car',
    'cars',
    (before, after) => DETERMINER.test(before) || /(?<!\p{L})(?:par|en|de)\s$/iu.test(before) || /^\sscolaire/iu.test(after) || isAlone(before, after),
  ),
  noun('avoir', 'avoirs', (before, after) => /(?<!\p{L})(?:un|cet|votre|notre|son|mon)\s$/iu.test(before) || isAlone(before, after)),
  noun('son', 'sons', (before, after) => /(?<!\p{L})(?:le|du|un)\s$/iu.test(before) || isAlone(before, after)),
  noun('or', 'ornom', (before, after) => ELIDED.test(before) || /(?<!\p{L})en\s$/iu.test(before) || isAlone(before, after)),
  noun('est', 'estnom', (before) => /(?<!\p{L})(?:(?:à|de|vers|dans)\sl[’']|(?:grand|quartier|zone|côté|secteur)\s)$/iu.test(before)),
]

/** Number of characters read on each side of a word. */
const CONTEXT_LENGTH = 40

/** Respells homographs of function words, so that they are kept as terms: « le CET », « cet été », « les sommes dues ». */
export const markHomographs = (text: string): string =>
  HOMOGRAPHS.reduce(
    (markedText, { word, spelling, isNoun }) =>
      markedText.replace(word, (found, index: number) => {
        const end = index + found.length
        const isFound = isNoun(markedText.slice(Math.max(0, index - CONTEXT_LENGTH), index), markedText.slice(end, end + CONTEXT_LENGTH), found)
        return isFound ? spelling(found) : found
      }),
    text,
  )
