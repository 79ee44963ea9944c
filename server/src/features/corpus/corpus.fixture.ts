import { createHash, sign, type KeyObject } from 'node:crypto'
import type { CorpusArticle } from '@parvis/contract'
import { strToU8, zipSync } from 'fflate'
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

/** Form of an upload of a pack: an object, or the text or the bytes of its file. */
export const corpusForm = (pack: unknown): FormData =>
  textFile('file', 'corpus.json', typeof pack === 'string' || pack instanceof Uint8Array ? (pack as Uint8Array<ArrayBuffer>) : JSON.stringify(pack))

const digestOf = (content: string): string => createHash('sha256').update(content).digest('hex')

/**
 * Archive of a pack. `listed`: files that its manifest lists too; `manifest`, `files`, `leftOut`: changes to the manifest and to
 * the files; `key`: signs it.
 */
export function corpusArchive(
  pack: ReturnType<typeof corpusPack>,
  {
    listed = {},
    manifest = {},
    files = {},
    leftOut,
    key,
  }: { listed?: Record<string, string>; manifest?: object; files?: Record<string, string | Uint8Array>; leftOut?: string; key?: KeyObject } = {},
): Uint8Array<ArrayBuffer> {
  const contents = { 'corpus.json': JSON.stringify(pack), ...listed }
  const { name, source, licence, attribution, extracted_on } = pack
  const described = { format: 'parvis-corpus-archive', version: 1, name, source, licence, attribution, extracted_on }
  const digests = Object.entries(contents).map(([file, content]) => ({ name: file, sha256: digestOf(content) }))
  const manifestText = JSON.stringify({ ...described, files: digests, ...manifest })
  const signature = key && sign(null, Buffer.from(manifestText), key).toString('base64')
  const all = { ...contents, 'manifest.json': manifestText, ...(signature !== undefined && { 'manifest.sig': signature }), ...files }
  const entries = Object.entries(all).filter(([file]) => file !== leftOut)
  return zipSync(Object.fromEntries(entries.map(([file, text]) => [file, typeof text === 'string' ? strToU8(text) : text])))
}
