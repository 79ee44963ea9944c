import type { CorpusArticle } from '@parvis/contract'
import { textFile } from '../../testing/matrix/matrix-rule.ts'

type Version = CorpusArticle['versions'][number]

/** Version of an article: its days, and a text that says which version it is. */
export const version = (id: string, valid_from: string, valid_until: string | null = null, more: Partial<Version> = {}): Version => ({
  id,
  valid_from,
  valid_until,
  state: valid_until === null ? 'VIGUEUR' : 'MODIFIE',
  text: `Texte ${id}.`,
  ...more,
})

export const article = (number: string, versions: Version[], more: Partial<CorpusArticle> = {}): CorpusArticle => ({
  id: `CGCT-${number}`,
  code: 'CGCT',
  number,
  path: ['Partie législative'],
  versions,
  ...more,
})

/** A valid corpus pack of one code. */
export const corpusPack = (articles: unknown[], more: object = {}) => ({
  format: 'parvis-corpus',
  version: 1,
  name: 'Corpus d’essai',
  source: 'Textes inventés',
  licence: 'Licence Ouverte 2.0',
  attribution: 'Textes inventés pour l’essai',
  extracted_on: '2026-11-29',
  codes: [{ id: 'CGCT', title: 'code général des collectivités territoriales', abbreviations: ['CGCT'] }],
  articles,
  ...more,
})

/** Form of an upload of a pack: an object, or the text of its file. */
export const corpusForm = (pack: unknown): FormData => textFile('file', 'corpus.json', typeof pack === 'string' ? pack : JSON.stringify(pack))
