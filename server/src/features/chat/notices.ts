import type { NoticeKind, ReplyNotice } from '../../platform/db/schema/conversations.ts'
import type { LlmMessage } from '../../platform/llm/port.ts'

/** Message of a prompt being prepared, with the notices of a saved reply. */
export type PromptTurn = LlmMessage & { notices?: readonly ReplyNotice[]; /** Instruction of the application in place of a question. */ isHidden?: true }

/** Notices whose text never varies. They are placed before a reply when the model did not read everything. */
export const fixedNotices = {
  refused: fixedNotice(
    'refused',
    'Le modèle a refusé cette demande, trop longue pour lui\u00a0: la réponse s’appuie sur une partie plus courte de la conversation ou des documents.',
  ),
  question: fixedNotice('question', 'Votre message dépasse ce que le modèle peut lire en une fois\u00a0: il n’en a lu que le début et la fin.'),
  /** For a rewritten reply whose original was interrupted. */
  cut: fixedNotice('cut', 'La réponse dont celle-ci reprend le contenu s’était interrompue\u00a0: il peut en manquer la fin.'),
  images: fixedNotice('images', 'Le modèle de cette réponse ne lit pas les images\u00a0: il a reçu le texte qu’elles contiennent.'),
  instructions: fixedNotice(
    'instructions',
    'Les consignes et le projet dépassent ce que le modèle peut lire en une fois\u00a0: il n’en a lu que le début et la fin.',
  ),
} as const

/** Notices that a rewritten reply inherits with their text: what the original could not take into account is missing from it too. */
const noticesInheritedByRewrite: ReadonlySet<NoticeKind> = new Set([
  'refused',
  'question',
  'instructions',
  'images',
  'left_out',
  'out_of_force',
  'as_of',
  'review',
])

/** Returns a message as the model reads it: without its notices, which the model would otherwise imitate. Questions not searched stay. */
export function withoutNotices({ role, content, images, notices = [] }: PromptTurn): LlmMessage {
  const removed = notices.filter(({ kind }) => kind !== 'not_searched')
  const text = removed.reduce((kept, notice) => kept.replaceAll(notice.text, ''), content)
  return { role, content: text, ...(images && { images }) }
}

/**
 * Returns the notices that a rewritten reply inherits. A partial reading is reported at the beginning.
 * @param isCut whether the original was interrupted
 */
export function inheritedNotices(original: readonly ReplyNotice[], isCut: boolean): ReplyNotice[] {
  const cut = original.find(({ kind }) => kind === 'cut') ?? (isCut ? fixedNotices.cut : null)
  const reading = original.findLast(({ kind }) => kind === 'reading_partial' || kind === 'reading_complete')
  return [
    ...(cut === null ? [] : [cut]),
    ...original.filter(({ kind }) => noticesInheritedByRewrite.has(kind)),
    ...(reading?.kind === 'reading_partial' ? [{ ...reading, text: `${reading.text.trim()}\n\n` }] : []),
  ]
}

/** Returns the fixed notices of a reply that the client sends back: it is not saved, and neither are its notices. */
export const fixedNoticesIn = (reply: string): ReplyNotice[] => Object.values(fixedNotices).filter(({ text }) => reply.includes(text))

function fixedNotice(kind: NoticeKind, sentence: string): ReplyNotice {
  return { kind, text: `*${sentence}*\n\n` }
}
