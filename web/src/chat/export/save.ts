/**
 * Name of a file: what it is about and the ISO date, in letters, digits and hyphens.
 * @param parts what it is about, the most telling last; the specification's own formats begin with the assistant or the category (chapter 9)
 */
export function fileName({ parts, date }: { parts: readonly string[]; date: string }, extension: string): string {
  const words = [...new Set(parts.map(plainOf))].filter(Boolean)
  const share = Math.floor(longest / Math.max(1, words.length))
  const stem = words.map((word) => word.slice(0, share).replace(/-+$/, '')).join('-')
  return `${stem || 'reponse'}-${date.slice(0, 10)}.${extension}`
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
