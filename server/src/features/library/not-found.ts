import { documentLink, type Day } from '@parvis/contract'
import { MAX_QUESTIONS } from '@parvis/french-search'
import type { ReplyNotice } from '../../platform/db/schema/conversations.ts'
import { formatFrenchDay } from '../../platform/paris.ts'
import { asPlainText } from '../chat/fenced-text.ts'
import type { NearDocument } from './sources/search-sources.ts'
import type { UploadsState, UnusableUpload } from './wait-until-read.ts'

/**
 * Returns the reply used when the documents have nothing in common with the question: a model could only invent an answer (trust case LLM-11).
 * @param nearest nearest documents, shown by title as links that the chat opens (`documentLink`)
 * @param hasOthers whether there are other categories to suggest
 */
export function notFoundAnswer(nearest: readonly NearDocument[], hasOthers: boolean): string {
  const sentence = 'Je ne trouve pas dans vos documents de quoi répondre à cette question.'
  const advice = hasOthers ? 'Essayez avec d’autres mots, ou avec une autre catégorie.' : 'Essayez avec d’autres mots.'
  if (nearest.length === 0) return `${sentence}\n\n${advice}`
  const titles = nearest.map(({ document_id, document }) => `- [${asPlainText(withoutExtension(document))}](${documentLink(document_id)})`).join('\n')
  return `${sentence}\n\nLes documents les plus proches\u00a0:\n\n${titles}\n\n${advice}`
}

const withoutExtension = (filename: string): string => filename.replace(/(?<=.)\.[\p{L}\p{N}]{1,5}$/u, '')

/** Returns the reply to a message without a question. */
export function courtesyAnswer(message: string): string {
  if (/merci|remerci/i.test(message)) return 'Je vous en prie. Avez-vous une autre question sur ces documents\u00a0?'
  const greeting = /bonjour|bonsoir|salut|bjr|coucou|hello/i.test(message) ? 'Bonjour\u00a0! ' : ''
  return `${greeting}Posez-moi une question sur ces documents\u00a0: je cherche dans leur texte et je cite mes sources.`
}

export const emptyCategoryAnswer =
  'Cette catégorie ne contient plus de document\u00a0: il n’y a rien à interroger. Choisissez-en une autre, ou faites déposer des documents dans la base documentaire.'
export const nothingInForceAnswer = (as_of: Day) =>
  `Aucun document de cette catégorie n’est en vigueur le ${formatFrenchDay(as_of)}. Choisissez-en une autre, ou posez la question à une autre date.`
export const categoryStillReadingAnswer = 'Les documents de cette catégorie sont encore en cours de lecture. Reposez votre question dans un instant.'
export const demonstrationStillReadingAnswer = 'Les documents de démonstration sont en cours de lecture. Reposez votre question dans un instant.'
export const categoryUnreadableAnswer =
  'Aucun document de cette catégorie n’a pu être lu\u00a0: il n’y a rien à interroger. Choisissez-en une autre, ou faites déposer ces documents dans un autre format.'
export const nothingLoadedAnswer = 'Aucun document n’est chargé. Déposez un fichier, puis posez votre question.'
export const stillReadingAnswer = 'Vos documents sont encore en cours de lecture. Reposez votre question dans un instant.'

/** Returns the reply of a conversation whose documents were all deleted. */
export function documentsDeletedAnswer(names: readonly string[]): string {
  const subjectNoun = names.length > 1 ? 'Les documents de cette conversation ont été supprimés' : 'Le document de cette conversation a été supprimé'
  const lines = names.map((name) => `- ${asPlainText(name)}`).join('\n')
  return `${subjectNoun}\u00a0:\n\n${lines}\n\nAjoutez un document à cette conversation, ou ouvrez-en une nouvelle.`
}

export function unreadableAnswer(documents: readonly UnusableUpload[]): string {
  const lines = documents.map(({ original_filename, reason }) => `- ${asPlainText(original_filename)}\u00a0: ${reason}.`)
  const [one, many] = documents.every(({ is_later }) => is_later)
    ? ['Ce document n’est pas encore lu', 'Ces documents ne sont pas encore lus']
    : ['Ce document n’a pas pu être lu', 'Ces documents n’ont pas pu être lus']
  return `${documents.length > 1 ? many : one}\u00a0:\n\n${lines.join('\n')}`
}

/** Notice of a reply that found nothing in the demonstration documents while they are being added. */
export const demonstrationNotice: ReplyNotice = {
  kind: 'left_out',
  text: '*Les documents de démonstration sont en cours de lecture\u00a0: cette réponse n’en tient pas compte.*\n\n',
}

/** Maximum number of documents or questions named in a notice; the others are counted. */
const maxNamed = 3
const maxNameLength = 120

/** Returns the notice about the questions of a message beyond the number searched at once. Empty without any. */
export function notSearchedNotice(questions: readonly string[]): ReplyNotice[] {
  if (questions.length === 0) return []
  const namedQuestions = questions.slice(0, maxNamed).map((question) => `«\u00a0${asPlainText(question.slice(0, maxNameLength))}\u00a0»`)
  const otherCount = questions.length - maxNamed
  const all = [...namedQuestions, ...(otherCount > 0 ? [`et ${otherCount}\u00a0${otherCount > 1 ? 'autres' : 'autre'}`] : [])].join(', ')
  const sentence = `Je cherche dans les documents ${MAX_QUESTIONS}\u00a0questions à la fois. À poser dans un autre message\u00a0: ${all}.`
  return [{ kind: 'not_searched', text: `*${sentence}*\n\n` }]
}

/**
 * Returns the notice about the documents that a reply could not use, for the person and not for the model. Empty without any.
 * @param closedCategory category that was chosen but that the person cannot read, whether it was deleted or its rights changed
 */
export function leftOutNotice(
  { failedUploads, pending }: Pick<UploadsState, 'failedUploads' | 'pending'>,
  closedCategory: string | null = null,
): ReplyNotice[] {
  const lines = [
    ...(closedCategory === null ? [] : [`**${asPlainText(closedCategory)}** n’est pas, ou n’est plus, une catégorie de documents qui vous est ouverte`]),
    ...failedUploads.map(
      ({ original_filename, reason, is_later }) =>
        `**${asPlainText(original_filename)}** ${is_later ? 'n’est pas encore lu' : 'n’a pas pu être lu'} (${asPlainText(reason)})`,
    ),
    ...pending.map((name) => `**${asPlainText(name)}** est encore en cours de lecture`),
  ]
  // The same file may have been uploaded several times.
  const distinctLines = [...new Set(lines)]
  const otherCount = distinctLines.length - maxNamed
  const othersNote = otherCount > 0 ? [`et ${otherCount}\u00a0${otherCount > 1 ? 'autres documents manquent' : 'autre document manque'}`] : []
  if (distinctLines.length === 0) return []
  const text = `*${[...distinctLines.slice(0, maxNamed), ...othersNote].join(' ; ')}\u00a0: cette réponse n’en tient pas compte.*\n\n`
  return [{ kind: 'left_out', text }]
}

/** Returns the notice about the articles that a question names and that are not in force, or not installed. Empty without any. */
export const missingNotice = (missing: readonly string[]): ReplyNotice[] =>
  missing.length === 0 ? [] : [{ kind: 'left_out', text: `*${missing.join(' ')}*\n\n` }]
