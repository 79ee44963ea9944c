/** Maximum length of a citation group held until its closing bracket, in characters. */
const maxGroupLength = 60
const group = /\[(\d{1,5}(?:\s?[,;]\s?\d{1,5})*)\]/g
const openGroup = /\[[\d,;\s]*$/

type CitationFilter = {
  push(text: string): void
  /** Emits the text still held. */
  end(): void
}

/** Filters a streamed text: removes the citations `[n]` of unknown pages. A model invents numbers, and the reader would be led to a wrong page. */
export function createCitationFilter(known: ReadonlySet<number>, emit: (text: string) => void): CitationFilter {
  let buffer = ''
  const clean = (text: string) =>
    text.replace(group, (_whole, numbers: string) => {
      const knownNumbers = numbers
        .split(/[,;]/)
        .map(Number)
        .filter((number) => known.has(number))
      return knownNumbers.map((number) => `[${number}]`).join('')
    })
  const emitClean = (text: string) => text !== '' && emit(clean(text))
  return {
    push(text) {
      buffer += text
      const index = openGroup.exec(buffer)?.index ?? buffer.length
      const isTooLong = buffer.length - index > maxGroupLength
      emitClean(isTooLong ? buffer : buffer.slice(0, index))
      buffer = isTooLong ? '' : buffer.slice(index)
    },
    end() {
      emitClean(buffer)
      buffer = ''
    },
  }
}

/** Returns the page numbers that a text cites. */
export const citedNumbers = (text: string): Set<number> => new Set([...text.matchAll(group)].flatMap(([, numbers]) => numbers!.split(/[,;]/).map(Number)))
