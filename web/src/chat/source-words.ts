import type { Source } from '@parvis/contract';

/** « page 3 · Titre II »; empty when neither is known. */
export function placeOf({ page, section }: Pick<Source, 'page' | 'section'>): string {
  return [page === null ? null : `page\u00a0${page}`, section].filter(Boolean).join(' · ');
}
