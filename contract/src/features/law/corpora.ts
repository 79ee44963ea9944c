import * as z from 'zod/mini'
import { id, idParams, messageAnswer, nullableTimestamp, requiredLine, text, timestamp } from '../../common.ts'
import { route } from '../../route.ts'

/** Limits of a corpus pack: versions of an article, length of a text in UTF-16 units, codes of a pack. */
export const corpusLimits = { versions: 500, text: 1_000_000, codes: 500, referenceText: 400_000 } as const

const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** Day of the calendar, `2024-02-29`. */
export const day = z.string('Date attendue (AAAA-MM-JJ)').check(
  z.refine<string>((value) => {
    const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? []
    return date !== undefined && Number(month) >= 1 && Number(month) <= 12 && Number(date) >= 1 && Number(date) <= daysInMonth(Number(year), Number(month))
  }, 'Cette date n’existe pas (AAAA-MM-JJ attendu)'),
)

const packId = requiredLine(200)

/** Everything of a corpus pack but its articles (docs/corpus.md). Unknown fields are dropped. */
export const corpusHeader = z.object({
  format: z.literal('parvis-corpus', 'Ce fichier n’est pas un corpus Parvis'),
  version: z.literal(1, 'Cette version de corpus n’est pas connue'),
  name: requiredLine(200, 'Le nom du corpus est obligatoire'),
  source: requiredLine(500, 'La source du corpus est obligatoire'),
  licence: requiredLine(500, 'La licence du corpus est obligatoire'),
  attribution: requiredLine(1_000, 'L’attribution du corpus est obligatoire'),
  extracted_on: day,
  /** Extraction that this pack completes: its articles are added or replaced one by one. Absent: the pack replaces the whole corpus. */
  based_on: z.optional(day),
  /** Ids of articles to remove, in a pack that completes another. */
  removed: z._default(z.array(packId, 'Une liste est attendue'), []),
  codes: z
    .array(z.object({ id: packId, title: requiredLine(500), abbreviations: z._default(z.array(requiredLine(100)).check(z.maxLength(50)), []) }))
    .check(z.minLength(1, 'Un corpus a au moins un code'), z.maxLength(corpusLimits.codes, `${corpusLimits.codes} codes au plus`)),
})
export type CorpusHeader = z.infer<typeof corpusHeader>

/** Manifest of an archive of a corpus (docs/corpus.md). Unknown fields are dropped. */
export const corpusManifest = z.object({
  format: z.literal('parvis-corpus-archive', 'Cette archive n’est pas celle d’un corpus Parvis'),
  version: z.literal(1, 'Cette version d’archive n’est pas connue'),
  name: requiredLine(200, 'Le nom du corpus est obligatoire'),
  source: requiredLine(500, 'La source du corpus est obligatoire'),
  licence: requiredLine(500, 'La licence du corpus est obligatoire'),
  attribution: requiredLine(1_000, 'L’attribution du corpus est obligatoire'),
  extracted_on: day,
  files: z
    .array(
      z.object({
        name: requiredLine(200),
        sha256: z.string('Empreinte attendue').check(z.regex(/^[0-9a-f]{64}$/, 'Empreinte SHA-256 attendue, en hexadécimal')),
      }),
    )
    .check(z.minLength(1, 'Un fichier au moins est attendu'), z.maxLength(50, '50 fichiers au plus')),
})
export type CorpusManifest = z.infer<typeof corpusManifest>

/** Signature of an installed corpus. `non_verifiee`: the instance had no key when it was imported. */
const corpusSignatures = ['verifiee', 'non_verifiee', 'absente'] as const
export type CorpusSignature = (typeof corpusSignatures)[number]

const corpusStates = ['VIGUEUR', 'MODIFIE', 'ABROGE', 'VIGUEUR_DIFF'] as const

/** Article of a corpus pack. */
export const corpusArticle = z.object({
  id: packId,
  code: packId,
  number: requiredLine(100),
  path: z._default(z.array(requiredLine(500)).check(z.maxLength(30)), []),
  versions: z
    .array(
      z.object({
        id: packId,
        valid_from: day,
        valid_until: z.nullable(day),
        state: z.enum(corpusStates, `État attendu : ${corpusStates.join(', ')}`),
        text: text(corpusLimits.text).check(z.refine<string>((value) => value.trim() !== '', 'Ce texte est vide')),
        /** Version that this one replaces from the same day, as if the other had never been. */
        corrects: z.optional(packId),
      }),
    )
    .check(z.minLength(1, 'Un article a au moins une version'), z.maxLength(corpusLimits.versions, `${corpusLimits.versions} versions au plus`)),
})
export type CorpusArticle = z.infer<typeof corpusArticle>

const counts = { articles: z.number(), versions: z.number() }
const attribution = {
  name: z.string(),
  source: z.string(),
  licence: z.string(),
  attribution: z.string(),
  extracted_on: z.string(),
  signature: z.enum(corpusSignatures),
}

const corpus = z.object({
  id,
  ...attribution,
  /** `publie`: its articles are those that references are resolved with. */
  state: z.enum(['en_cours', 'publie', 'echec']),
  /** Sentence that says why the import failed. */
  reason: z.nullable(z.string()),
  ...counts,
  codes: z.array(z.object({ code: z.string(), title: z.string() })),
  imported_at: timestamp,
  finished_at: nullableTimestamp,
})
export type Corpus = z.infer<typeof corpus>

/** Difference between a pack and what is installed, in articles. */
const difference = { added: z.number(), changed: z.number(), removed: z.number(), unchanged: z.number() }

const corpusPreview = z.object({
  ...attribution,
  ...counts,
  ...difference,
  /** Extraction date of the corpus that the pack would replace or complete; null: none. */
  installed_on: z.nullable(z.string()),
  is_differential: z.boolean(),
})
export type CorpusPreview = z.infer<typeof corpusPreview>

export const corpora = {
  list: route({
    method: 'GET',
    path: '/administration/corpus',
    access: 'admin',
    summary: 'Les corpus de textes installés, et ceux dont l’import est en cours ou a échoué.',
    answer: z.object({ corpora: z.array(corpus) }),
  }),
  preview: route({
    method: 'POST',
    path: '/administration/corpus/preview',
    access: 'admin',
    multipart: { part: 'file' },
    summary: 'Ce qu’un corpus (partie `file`) ajouterait, changerait et retirerait ; rien n’est écrit.',
    answer: corpusPreview,
  }),
  import: route({
    method: 'POST',
    path: '/administration/corpus',
    access: 'admin',
    status: 201,
    changes: ['/administration/corpus', '/references'],
    multipart: { part: 'file' },
    summary:
      'Importe un corpus (partie `file`, format `parvis-corpus`, ou l’archive ZIP qui en porte un). Ce qui est installé sert jusqu’à la fin ; un import long continue après la réponse, dont `state` est alors `en_cours`.',
    answer: z.object({ message: z.string(), corpus, ...difference }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/administration/corpus/:id',
    access: 'admin',
    changes: ['/administration/corpus', '/references'],
    summary: 'Retire un corpus avec tous ses articles.',
    params: idParams,
    answer: messageAnswer,
  }),
}
