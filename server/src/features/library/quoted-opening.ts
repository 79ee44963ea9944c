import type { Source } from '@parvis/contract'
import { splitSentences } from '../../retrieval/sentences.ts'

const sentencesQuoted = 3
const shortestWords = 4

/**
 * What the built-in model can say of a document as a whole: it neither sums up nor translates, so it says so and quotes the
 * first sentences.
 */
export function quotedOpening(sources: readonly Source[]): string {
  const quotes = sources.flatMap(({ number, extract }) =>
    extract
      .split('\n')
      .flatMap(splitSentences)
      .filter((sentence) => sentence.split(/\s+/).length >= shortestWords)
      .slice(0, sentencesQuoted)
      .map((sentence) => `- «\u00a0${sentence.replace(/^- /, '')}\u00a0» [${number}]`),
  )
  return `Le modèle de démonstration ne sait ni résumer ni traduire. Voici comment commence ce que vous avez chargé\u00a0:\n\n${quotes.join('\n')}`
}
