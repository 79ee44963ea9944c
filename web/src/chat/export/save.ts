/** Name of the file: the assistant or the category, and the ISO date (specification, chapter 9); letters, digits, hyphens. */
export function fileName({ name, date }: { name: string; date: string }, extension: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('œ', 'oe')
    .replaceAll('Œ', 'OE')
    .replace(/[^\w]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return `${plain.slice(0, 60).replace(/-+$/, '') || 'reponse'}-${date.slice(0, 10)}.${extension}`
}

export function save(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser takes the content when it handles the click, a little later.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
