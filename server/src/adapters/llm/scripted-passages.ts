/** A numbered extract of the library, as found in a prompt. */
export type Passage = { number: number; text: string }

const STOP_WORDS = new Set(
  `alors aussi avec avoir cela ces cet cette chez comme comment dans des deux donc dont elle elles est etre faire fait
  faut ils les leur leurs mais meme mes mon nos notre nous par pas peut peuvent plus pour pourquoi quand que quel quelle
  quelles quels qui quoi sans sera ses soit son sont sous sur tout toute toutes tous une vos votre vous y-a-t-il doit doivent
  quelqu quelque puis ainsi entre depuis lors etes suis ete est-ce`.split(/\s+/),
)

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** « CET », « TA »: written like little words but for their capitals. */
const ACRONYM = /(?<![\p{L}\p{N}])\p{Lu}{2,6}(?![\p{L}\p{N}])/gu

/** The words that carry the subject, without accents and cut to a rough root of 6 letters; acronyms stay in capitals. */
const rootsOf = (text: string): Set<string> => {
  const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
  const roots = words.filter((word) => (word.length > 2 || /^\d+$/.test(word)) && !STOP_WORDS.has(word)).map((word) => word.slice(0, 6))
  return new Set([...roots, ...(text.match(ACRONYM) ?? []).filter((acronym) => acronym.length < 3 || STOP_WORDS.has(acronym.toLowerCase()))])
}

/** After a final mark, before a capital or a figure; not after an initial or an abbreviation (L. 2121-29, art. 5, M. Petit). */
const SENTENCE_END = /(?<=[.!?…])(?<!(?<![\p{L}\p{N}])(?:\p{Lu}|art|al|n|p|cf|Mme|MM)\.)\s+(?=[\p{Lu}«\d])/u

/** Sentences of a text; a line break that ends a paragraph or an item ends a sentence too. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(/\n{2,}|\n(?=[ \t]{0,9}(?:[-*•]|\d{1,4}[.)])\s)/)
    .flatMap((block) => block.replace(/\s+/g, ' ').split(SENTENCE_END))
    // The dash of an item is not of its sentence.
    .map((sentence) => sentence.replace(/^\s*[-*•]\s+/, '').trim())
    .filter((sentence) => sentence !== '')

const MAX_QUOTES = 4
const MAX_QUOTE_CHARS = 400

const shorten = (sentence: string) => (sentence.length <= MAX_QUOTE_CHARS ? sentence : `${sentence.slice(0, MAX_QUOTE_CHARS).replace(/\s+\S*$/, '')} […]`)

/**
 * An extractive answer: the sentences nearest to the question, word for word, each between
 * guillemets with the number of its passage. Says so when no passage speaks of the question.
 * @param before the question that this one may follow
 */
export const composeFromPassages = (question: string, passages: readonly Passage[], before?: string): string => {
  const asked = rootsOf(question)
  const held = passages.map((passage) => rootsOf(passage.text))
  // A root that every passage holds says little: rarer ones weigh more.
  const weight = (root: string) => {
    const holders = held.filter((roots) => roots.has(root)).length
    return holders === 0 ? 0 : Math.log(1 + passages.length / holders)
  }
  const weights = new Map([...asked].map((root) => [root, weight(root)]))
  const possible = [...weights.values()].reduce((sum, value) => sum + value, 0)

  const candidates = passages.flatMap((passage, rank) =>
    sentencesOf(passage.text).map((sentence, place) => {
      const shared = [...rootsOf(sentence)].filter((root) => asked.has(root))
      const score = shared.reduce((sum, root) => sum + weights.get(root)!, 0) / (1 + rank * 0.05)
      return { number: passage.number, rank, place, sentence, score }
    }),
  )
  const best = candidates
    .filter((candidate) => candidate.score > 0 && candidate.score >= possible * 0.25)
    .sort((a, b) => b.score - a.score || a.rank - b.rank || a.place - b.place)
    .filter((candidate, i, all) => all.findIndex((other) => other.sentence === candidate.sentence) === i)
    .slice(0, MAX_QUOTES)
  // « Et pour combien de temps ? » has no word of its own to look for: the question before has.
  if (best.length === 0 && before !== undefined) return composeFromPassages(`${before} ${question}`, passages)
  if (best.length === 0) {
    return 'Les documents consultés ne permettent pas de répondre à cette question. Essayez d’autres mots, ou une autre catégorie.'
  }
  const quotes = best.map(({ sentence, number }) => `- «\u00a0${shorten(sentence)}\u00a0» [${number}]`)
  return `Voici ce que disent les documents consultés\u00a0:\n\n${quotes.join('\n')}`
}

/**
 * Separates the passages of a prompt from the rest: a line that begins with `[n]`, then the text in a
 * fence of three or more backquotes, whatever the length, so that a passage may hold a shorter fence.
 * A fence that nothing closes runs to the end.
 */
export const splitPassages = (prompt: string): { passages: Passage[]; rest: string } => {
  const passages: Passage[] = []
  const rest: string[] = []
  const lines = prompt.split('\n')
  for (let i = 0; i < lines.length; i++) {
    const number = /^\[(\d{1,6})\]/.exec(lines[i]!)?.[1]
    const fence = number === undefined ? undefined : /^`{3,}/.exec(lines[i + 1] ?? '')?.[0]
    if (fence === undefined) {
      rest.push(lines[i]!)
      continue
    }
    const start = i + 2
    const close = lines.indexOf(fence, start)
    const end = close === -1 ? lines.length : close
    passages.push({ number: Number(number), text: lines.slice(start, end).join('\n') })
    i = end
  }
  return { passages, rest: rest.join('\n') }
}
