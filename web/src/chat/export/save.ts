import { localDay } from '../../ui/words/formats.ts'

/**
 * Name of a file: what it is about and the ISO date, in letters, digits and hyphens.
 * @param parts what it is about, the most telling last; the specification's own formats begin with the assistant or the category (chapter 9)
 */
export function fileName({ parts, date }: { parts: readonly string[]; date: string }, extension: string): string {
  const words = [...new Set(parts.map(plainOf))].filter(Boolean)
  const share = Math.floor(longest / Math.max(1, words.length))
  const stem = words.map((word) => word.slice(0, share).replace(/-+$/, '')).join('-')
  return `${stem || 'reponse'}-${localDay(date)}.${extension}`
}

/** The same name, with a number where a file beside it has it already; systems differ on capitals. `taken` grows with it. */
export function uniqueName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.')
  let unique = name
  for (let number = 2; taken.has(unique.toLowerCase()); number += 1) unique = `${name.slice(0, dot)}-${number}${name.slice(dot)}`
  taken.add(unique.toLowerCase())
  return unique
}

const longest = 64

function plainOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('œ', 'oe')
    .replaceAll('Œ', 'OE')
    .replace(/[^\w]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

export function save(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser takes the content when it handles the click, a little later.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
