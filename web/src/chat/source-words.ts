import type { Source } from '@parvis/contract'

const letters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()

/** « page 3 · Titre II »; empty when neither is known. A first heading that only repeats the name of the file is left out. */
export function placeOf({ document, page, section }: Pick<Source, 'document' | 'page' | 'section'>): string {
  const trail = section?.split(' › ') ?? []
  const isName = trail[0] !== undefined && letters(trail[0]) === letters(document.replace(/\.[^.]*$/, ''))
  return [page === null ? null : `page\u00a0${page}`, (isName ? trail.slice(1) : trail).join(' › ')].filter(Boolean).join(' · ')
}
