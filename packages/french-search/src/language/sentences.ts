const ABBREVIATION =
  /(?:(?<![\p{L}\p{N}])(?:MM?|Mmes?|Mlles?|Drs?|Pr|Me|Mgr|Ste?|art|al|pp?|cf|ex|env|nos?|vol|chap|av|bd|boul|Gén|Cdt|Col|Cie|éd|fig|réf|tél|janv|févr|avr|juil|sept|oct|nov|déc|c\.-à-d|N\.B|P\.-S|hab|max|min|ann|parag|sect|titre|liv|\p{Lu}|[lrda])|(?:\p{Lu}\.)+\p{Lu})\.\s*$/iu
/** Pattern of what cannot begin a sentence: the boundary before it was wrong. */
const CONTINUATION = /^[\p{Ll}\d,;:)»-]/u
/** Maximum length given to Intl.Segmenter, whose time is quadratic. */
const WINDOW = 2_000

const windows = (text: string): string[] => {
  const parts: string[] = []
  let rest = text
  while (rest.length > WINDOW) {
    const stop = Math.max(rest.lastIndexOf('. ', WINDOW), rest.lastIndexOf('; ', WINDOW))
    const cutIndex = stop > WINDOW / 4 ? stop + 2 : rest.lastIndexOf(' ', WINDOW) + 1 || WINDOW
    parts.push(rest.slice(0, cutIndex))
    rest = rest.slice(cutIndex)
  }
  parts.push(rest)
  return parts
}

/**
 * Splits a paragraph into trimmed sentences, in order. «M. Dupont», «art. L. 2121-29», «J.-C. D.» do not end one. Joined with spaces they give the
 * paragraph back, except for white space.
 */
export const splitSentences = (text: string): string[] => {
  const segmenter = new Intl.Segmenter('fr', { granularity: 'sentence' })
  const sentences: string[] = []
  for (const part of windows(text)) {
    for (const { segment } of segmenter.segment(part)) {
      const previous = sentences.at(-1)
      const isContinued = previous !== undefined && (ABBREVIATION.test(previous) || (CONTINUATION.test(segment.trimStart()) && !/\n\s*$/.test(previous)))
      if (isContinued) sentences[sentences.length - 1] = previous + segment
      else sentences.push(segment)
    }
  }
  return sentences.map((sentence) => sentence.trim()).filter(Boolean)
}
