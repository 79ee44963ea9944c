/** Maximum length of a citation group held until its closing bracket, in characters. */
const longestGroup = 60
const group = /\[(\d{1,5}(?:\s?[,;]\s?\d{1,5})*)\]/g
const opening = /\[[\d,;\s]*$/

type CitationFilter = {
  push(text: string): void
  /** Emits the text still held. */
  end(): void
}

/** Filters a streamed text: removes the citations `[n]` of unknown pages. A model invents numbers, and the reader would be led to a wrong page. */
export function createCitationFilter(known: ReadonlySet<number>, emit: (text: string) => void): CitationFilter {
  let held = ''
  const clean = (text: string) =>
    text.replace(group, (_whole, numbers: string) => {
      const kept = numbers
        .split(/[,;]/)
        .map(Number)
        .filter((number) => known.has(number))
      return kept.map((number) => `[${number}]`).join('')
    })
  const say = (text: string) => text !== '' && emit(clean(text))
  return {
    push(text) {
      held += text
      const at = opening.exec(held)?.index ?? held.length
      const isEndless = held.length - at > longestGroup
      say(isEndless ? held : held.slice(0, at))
      held = isEndless ? '' : held.slice(at)
    },
    end() {
      say(held)
      held = ''
    },
  }
}

/** Returns the page numbers that a text cites. */
export const citedIn = (text: string): Set<number> => new Set([...text.matchAll(group)].flatMap(([, numbers]) => numbers!.split(/[,;]/).map(Number)))
