import * as z from 'zod/mini'
import { clientId, id, idParams, messageAnswer, requiredText, text, pageOf, pageQuery } from '../common.ts'
import { limits } from '../limits.ts'
import { route } from '../route.ts'
import { citedPassage, documentTextPage, pageIndex, passageId } from './documents/document-text.ts'
import { areDatesInOrder, dateProposal, formerProposal, validity, validityInput, validUntilSentence } from './documents/validity.ts'

/** File extensions that can be read, in lower case, without the dot. */
export const acceptedExtensions = [
  'pdf',
  'doc',
  'docx',
  'odt',
  'rtf',
  'txt',
  'md',
  'csv',
  'tsv',
  'xls',
  'xlsx',
  'ods',
  'pptx',
  'odp',
  'html',
  'htm',
  'eml',
  'png',
  'jpg',
  'jpeg',
  'tif',
  'tiff',
] as const

/** French list of the accepted formats, shown to people. */
export const acceptedFormats =
  'PDF, Word (doc, docx), Excel (xls, xlsx), PowerPoint (pptx), OpenDocument (odt, ods, odp), RTF, texte (txt, md), tableau en texte (csv, tsv), page web (html, htm), courriel (eml), image (png, jpg, jpeg, tif, tiff)'

/** Name of a category (specification, chapter 3): letters, digits and ordinary punctuation on one line. */
export const categoryName = requiredText(limits.category, 'La catégorie est obligatoire').check(
  z.regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} '’"«»().,;:!?&/°+–—-]*$/u, 'Une catégorie s’écrit avec des lettres, des chiffres et une ponctuation ordinaire'),
)

const documentState = z.enum(['en_attente', 'en_cours', 'indexe', 'echec'])
export type DocumentState = z.infer<typeof documentState>

const indexingFields = {
  state: documentState,
  /** Reason why indexing failed, as a French phrase; null otherwise. */
  state_reason: z.nullable(z.string()),
  /** Number of pages or slides; null before the document is read, and for formats without pages. */
  page_count: z.nullable(z.number()),
  /** Percentage read, while `state` is `en_cours`; null when unknown. */
  progress: z.nullable(z.number()),
  /** French sentences about problems met while reading a document that was indexed nevertheless. */
  warnings: z.array(z.string()),
}

export const libraryDocument = z.object({
  id,
  original_filename: z.string(),
  description: z.string(),
  /** Empty for a document uploaded for private use (`POST /upload`). */
  category: z.string(),
  file_size_readable: z.string(),
  uploader_name: z.string(),
  upload_date: z.string(),
  ...indexingFields,
  can_edit: z.boolean(),
  /** Code of a corpus: it has articles, and no file. */
  is_corpus: z.boolean(),
  ...validity.shape,
})
export type LibraryDocument = z.infer<typeof libraryDocument>

const documentProgress = z.object({ id, ...indexingFields })
export type DocumentProgress = z.infer<typeof documentProgress>

const idList = z.pipe(
  z.string(),
  z.transform((value) =>
    value
      .split(',')
      .filter((item) => id.safeParse(item).success)
      .slice(0, 100),
  ),
)

/** Sort orders of the shared library. */
const documentSorts = ['recent', 'name', 'size'] as const
export type DocumentSort = (typeof documentSorts)[number]

/** Text fields that accompany uploaded files. `client_upload_id` is an idempotency key: an upload sent again with it stores its files only once. */
export const uploadFields = z.object({ client_upload_id: z.optional(clientId) })

/** Result of an upload of several files. */
export const receivedFiles = z.object({
  files: z.array(z.object({ document_id: z.string(), filename: z.string(), size: z.number() })),
  /** Files that were not stored, with the reason. */
  refused: z.array(z.object({ filename: z.string(), reason: z.string() })),
})
export type ReceivedFiles = z.infer<typeof receivedFiles>

export const documents = {
  categories: route({
    method: 'GET',
    path: '/bibliotheque/categories',
    access: 'user',
    summary: 'Les catégories de la base documentaire et leurs nombres : de documents en vigueur aujourd’hui (`counts`), et de tous (`totals`).',
    answer: z.object({
      categories: z.array(z.string()),
      counts: z.record(z.string(), z.number()),
      totals: z.record(z.string(), z.number()),
      /** Categories that only some people or teams may use. */
      restricted: z.array(z.string()),
      /** Categories that hold the articles of a corpus: they take no document. */
      corpora: z.array(z.string()),
    }),
  }),
  list: route({
    method: 'GET',
    path: '/bibliotheque/documents',
    access: 'user',
    summary: 'Les documents de la base.',
    query: z.object({ category: z.optional(text(limits.category)) }),
    answer: z.object({ documents: z.array(libraryDocument) }),
  }),
  page: route({
    method: 'GET',
    path: '/bibliotheque/documents/page',
    access: 'user',
    summary:
      'Une page des documents de la base : ceux d’une catégorie, ceux dont le nom ou la description contiennent `search` ; `sort` les range par date d’ajout, la plus récente d’abord (`recent`), par nom (`name`) ou par taille, le plus lourd d’abord (`size`) ; `review=due` ne garde que ceux que l’on peut modifier et dont la date de relecture est atteinte ; `force=current` écarte ceux qu’une version plus récente remplace, `force=former` ne garde que les remplacés et les expirés.',
    query: z.object({
      ...pageQuery,
      category: z.optional(text(limits.category)),
      search: z.optional(text(limits.title)),
      sort: z._default(z.enum(documentSorts, 'Ordre inconnu'), 'recent'),
      review: z.optional(z.enum(['due'], 'Attendu : due')),
      force: z.optional(z.enum(['current', 'former'], 'Attendu : current ou former')),
    }),
    answer: pageOf(libraryDocument),
  }),
  states: route({
    method: 'GET',
    path: '/bibliotheque/states',
    access: 'user',
    summary: 'Où en sont des documents (`ids`, séparés par des virgules, 100 au plus) ; ceux que l’on ne peut pas lire sont absents.',
    query: z.object({ ids: idList }),
    answer: z.object({ documents: z.array(documentProgress) }),
  }),
  download: route({
    method: 'GET',
    path: '/bibliotheque/documents/:id/download',
    access: 'user',
    kind: 'file',
    summary: 'Le fichier, sous son nom d’origine.',
    params: idParams,
  }),
  picture: route({
    method: 'GET',
    path: '/bibliotheque/documents/:id/picture',
    access: 'user',
    kind: 'file',
    summary:
      'L’image telle qu’un modèle la reçoit (PNG ou JPEG, 2\u00a0048 pixels au plus, sans métadonnées)\u00a0; 404 si le document n’est pas une image lisible.',
    params: idParams,
  }),
  text: route({
    method: 'GET',
    path: '/bibliotheque/documents/:id/text',
    access: 'user',
    summary: 'Ce que l’IA a lu, vingt pages à la fois à partir du rang `from` (ou de la page du passage `passage`, alors signalé).',
    params: idParams,
    query: z.object({ from: pageIndex, passage: z.optional(passageId) }),
    answer: z.object({
      document: libraryDocument,
      total: z.number(),
      pages: z.array(documentTextPage),
      /** `from` of the next call; null at the end. */
      next_from: z.nullable(z.number()),
      passage: z.nullable(citedPassage),
    }),
  }),
  passage: route({
    method: 'GET',
    path: '/bibliotheque/documents/:id/passages/:passage_id',
    access: 'user',
    summary: 'Le passage qu’une source cite.',
    params: z.object({ id, passage_id: passageId }),
    answer: z.object({ document: libraryDocument, passage: citedPassage }),
  }),
  versions: route({
    method: 'GET',
    path: '/bibliotheque/documents/:id/versions',
    access: 'user',
    summary:
      'Les versions d’un document, la dernière d’abord : celles qui le remplacent, lui-même, celles qu’il remplace ; sans celles que l’on ne peut pas lire.',
    params: idParams,
    answer: z.object({ versions: z.array(libraryDocument) }),
  }),
  dateProposals: route({
    method: 'GET',
    path: '/bibliotheque/documents/:id/date-proposals',
    access: 'user',
    summary:
      'Les dates lues dans le texte et le nom d’un document, avec les mots qui les disent, et les documents qu’il pourrait remplacer : rien n’est changé avant un `PUT`.',
    params: idParams,
    answer: z.object({ proposals: z.array(dateProposal), formers: z.array(formerProposal) }),
  }),
  retry: route({
    method: 'POST',
    path: '/bibliotheque/documents/:id/retry',
    access: 'user',
    changes: ['/bibliotheque', '/rag/categories'],
    summary: 'Relit et réindexe un document ; son index actuel sert jusqu’au nouveau.',
    params: idParams,
    answer: z.object({ message: z.string(), document: libraryDocument }),
  }),
  update: route({
    method: 'PUT',
    path: '/bibliotheque/documents/:id',
    access: 'user',
    changes: ['/bibliotheque', '/rag/categories'],
    summary:
      'Change la catégorie, la description ou les dates d’un document (jours `AAAA-MM-JJ`, à Paris ; null les retire) ; `supersedes_id` en fait la nouvelle version d’un autre, remplacé à partir de `valid_from` (par défaut aujourd’hui). 409 si une autre version le remplace déjà.',
    params: idParams,
    body: z
      .object({ category: z.optional(categoryName), description: z.optional(text(limits.description)), ...validityInput })
      .check(z.refine(areDatesInOrder, { path: ['valid_until'], error: validUntilSentence })),
    answer: z.object({ message: z.string(), document: libraryDocument }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/bibliotheque/documents/:id',
    access: 'user',
    // Private documents are deleted by this route too.
    changes: ['/bibliotheque', '/rag/categories', '/upload'],
    summary: 'Supprime un document et son index.',
    params: idParams,
    answer: messageAnswer,
  }),
  upload: route({
    method: 'POST',
    path: '/bibliotheque/upload',
    access: 'user',
    changes: ['/bibliotheque', '/rag/categories'],
    status: 201,
    multipart: { part: 'file' },
    summary:
      'Dépose un document (partie `file`) ; le même `client_upload_id` n’en fait pas deux. Dates et `supersedes_id` comme dans `PUT` ; la nouvelle version d’un autre document va dans la catégorie de celui-ci, si `category` n’est pas donnée.',
    body: z
      .object({
        category: z.pipe(
          z.optional(z.string()),
          z.pipe(
            z.transform((value: string | undefined) => value?.trim() || undefined),
            z.optional(categoryName),
          ),
        ),
        description: z._default(text(limits.description), ''),
        ...validityInput,
        ...uploadFields.shape,
      })
      .check(z.refine(areDatesInOrder, { path: ['valid_until'], error: validUntilSentence })),
    answer: z.object({ message: z.string(), document: libraryDocument }),
  }),
}
