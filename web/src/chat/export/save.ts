import { localDay } from '../../ui/words/formats.ts'

/**
 * File name made of `parts` and the local ISO date, in ASCII letters, digits, underscores and hyphens.
 * @param parts subjects of the file, the most specific last; formats of the specification start with the assistant or the category (chapter 9)
 */
export function fileName({ parts, date }: { parts: readonly string[]; date: string }, extension: string): string {
  const words = [...new Set(parts.map(asciiNameOf))].filter(Boolean)
  const share = Math.floor(maxStemLength / Math.max(1, words.length))
  const stem = words.map((word) => word.slice(0, share).replace(/-+$/, '')).join('-')
  return `${stem || 'reponse'}-${localDay(date)}.${extension}`
}

/** Adds a number to a name that is already taken, ignoring case as some systems do. Adds the result to `takenNames`. */
export function uniqueName(name: string, takenNames: Set<string>): string {
  const dot = name.lastIndexOf('.')
  let unique = name
  for (let number = 2; takenNames.has(unique.toLowerCase()); number += 1) unique = `${name.slice(0, dot)}-${number}${name.slice(dot)}`
  takenNames.add(unique.toLowerCase())
  return unique
}

const maxStemLength = 64

function asciiNameOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('œ', 'oe')
    .replaceAll('Œ', 'OE')
    .replace(/[^\w]+/g, '-')
    .replace(/^-+|-+$/g, '')
}
