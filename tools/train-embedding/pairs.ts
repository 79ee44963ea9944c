/** A training pair: two texts on the same subject. `kind` groups pairs of similar difficulty into batches. */
export type TrainingPair = { left: string; right: string; kind: string }

export const plainText = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/\s+/g, ' ')
    .trim()

/** Splits a text into two halves between sentences; null with fewer than two sentences. */
export const halves = (text: string, limit = 1600): [string, string] | null => {
  const sentences = text.slice(0, limit).split(/(?<=[.;:])\s+/)
  if (sentences.length < 2) return null
  const middle = Math.ceil(sentences.length / 2)
  return [sentences.slice(0, middle).join(' '), sentences.slice(middle).join(' ')]
}
