import * as z from 'zod/mini'
import { id, messageAnswer, requiredLine, text } from '../../common.ts'
import { route } from '../../route.ts'
import { corpusLimits, day } from './corpora.ts'

export const referenceStates = ['en_vigueur', 'modifie', 'abroge', 'inconnu', 'hors_corpus'] as const

/** State of an article for a text of one day, read today. `since`: first day of that state: in force with this text, with another text, or repealed. */
const resolved = { state: z.enum(referenceStates), since: z.optional(z.string()) }

const reference = z.object({
  /** Position in the text, in UTF-16 units. */
  start: z.number(),
  end: z.number(),
  /** Code, or act such as `LOI-2025-1129`; null: the text does not say. */
  code: z.nullable(z.string()),
  /** Null: the whole act. */
  article: z.nullable(z.string()),
  ...resolved,
})
export type ResolvedReference = z.infer<typeof reference>

/** First and last day in force of a text of an article; null: no end is known. */
const textDays = { valid_from: z.string(), valid_until: z.nullable(z.string()) }

const article = z.object({
  code: z.string(),
  code_title: z.string(),
  article: z.string(),
  /** Titles above the article, outermost first. */
  path: z.array(z.string()),
  ...resolved,
  /** Texts that were or will be in force, in the order of their days. */
  versions: z.array(z.object(textDays)),
  /** Text in force at the day; else the last one before, else the first one. */
  shown: z.object({ ...textDays, text: z.string() }),
  corpus: z.object({ name: z.string(), licence: z.string(), attribution: z.string(), extracted_on: z.string() }),
})
export type DatedArticle = z.infer<typeof article>

/** Kind of a text that cites articles. `prompt`: of the library; `personal_prompt`: of one person. */
const citingKind = z.enum(['assistant', 'prompt', 'personal_prompt'])
export type CitingKind = z.infer<typeof citingKind>

const citingText = z.object({
  kind: citingKind,
  id,
  name: z.string(),
  articles: z.array(
    z.object({
      code: z.string(),
      article: z.string(),
      /** `retire`: no longer in the corpus. */
      change: z.enum(['modifie', 'abroge', 'retire']),
      /** First day of the last text, or without a text; null when it is no longer in the corpus. */
      on: z.nullable(z.string()),
    }),
  ),
})
export type CitingText = z.infer<typeof citingText>

export const references = {
  find: route({
    method: 'POST',
    path: '/references',
    access: 'user',
    changes: [],
    summary:
      'Les références au droit d’un texte, à la date `at` (aujourd’hui par défaut), lues dans les corpus installés. `hors_corpus` : ni le code, ni l’acte n’y est.',
    body: z.object({ text: text(corpusLimits.referenceText), at: z.optional(day) }),
    bodyLimit: 3 * 1024 * 1024,
    answer: z.object({
      /** False when no corpus is installed: every state is then `hors_corpus`. */
      installed: z.boolean(),
      references: z.array(reference),
    }),
  }),
  article: route({
    method: 'GET',
    path: '/references/article',
    access: 'user',
    summary: 'Un article des corpus installés : son texte et son état à la date `at` (aujourd’hui par défaut), et les jours de tous ses textes.',
    query: z.object({ code: requiredLine(200), article: requiredLine(100), at: z.optional(day) }),
    answer: article,
  }),
  changes: route({
    method: 'GET',
    path: '/references/changes',
    access: 'user',
    summary:
      'Ses assistants et ses prompts (pour un administrateur, aussi ceux de tous) qui citent un article qu’un import a changé, et qui n’ont été ni enregistrés, ni confirmés depuis.',
    answer: z.object({ texts: z.array(citingText) }),
  }),
  confirm: route({
    method: 'POST',
    path: '/references/changes/confirm',
    access: 'user',
    changes: ['/references/changes'],
    summary: 'Confirme qu’un de ces textes reste juste : il n’est plus signalé jusqu’au prochain changement.',
    body: z.object({ kind: citingKind, id }),
    answer: messageAnswer,
  }),
}
