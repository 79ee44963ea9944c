import { routes, type Conversation } from '@parvis/contract'
import { isNotFound, sentenceOf } from '../../api/transport/api-error.ts'
import { invalidate } from '../../api/queries.ts'
import { call } from '../../api/browser.ts'
import { offerUndo } from '../../layout/undo/undoable.ts'
import { paths, type ResumedConversation } from '../../paths.ts'
import { currentLocation, navigate } from '../../router/location.ts'
import { changeConversation } from './change-conversation.ts'
import { plural } from '../../ui/words/formats.ts'

/** Fields of a conversation needed to remove or archive it, and to undo that. */
type RemovableConversation = ResumedConversation & Pick<Conversation, 'pinned'>

/**
 * Hides conversations and offers to undo; deletes them on the server when the offer ends. If one is on the screen, leaves it. @returns the sentence to
 * announce
 */
export function removeWithUndo(conversations: readonly RemovableConversation[]): string {
  const goBack = leaveIfShown(conversations)
  const sentence = removedSentence(conversations.length)
  offerUndo({
    sentence,
    hides: conversations.map(({ id }) => id),
    undo: goBack,
    async finish() {
      const outcomes = await Promise.allSettled(conversations.map(({ id }) => call(routes.conversations.remove, { params: { id }, keepalive: true })))
      // The lists are refreshed before the hidden rows are shown again.
      await invalidate(routes.conversations.remove)
      throwFirst(outcomes.filter((outcome) => !wasAlreadyDeleted(outcome)))
    },
    describeError: (error) =>
      `${conversations.length === 1 ? 'La conversation n’a pas pu être supprimée.' : 'Des conversations n’ont pas pu être supprimées.'} ${sentenceOf(error, 'Veuillez réessayer.')}`,
  })
  return sentence
}

/**
 * Archives conversations, with an offer to undo. If one is on the screen, leaves it.
 * @returns the sentence to announce @throws {ApiError} when one of them could not be archived; the others are
 */
export async function archive(conversations: readonly RemovableConversation[]): Promise<string> {
  const outcomes = await Promise.allSettled(conversations.map(({ id }) => changeConversation(id, { archived: true })))
  const done = conversations.filter((_, at) => outcomes[at]!.status === 'fulfilled')
  const sentence = archivedSentence(done.length)
  if (done.length > 0) {
    const goBack = leaveIfShown(done)
    offerUndo({
      sentence,
      async undo() {
        // A conversation that was pinned is pinned again, which also unarchives it.
        throwFirst(await Promise.allSettled(done.map(({ id, pinned }) => changeConversation(id, pinned ? { pinned } : { archived: false }))))
        goBack()
      },
      describeError: (error) => `Ce que vous avez archivé n’a pas pu être rendu à la liste\u00a0: il est dans Mon espace. ${sentenceOf(error, '')}`.trim(),
    })
  }
  throwFirst(outcomes)
  return sentence
}

/** Moves archived conversations back to the lists. @returns the sentence to announce @throws {ApiError} when one of them could not be moved */
export async function unarchive(conversations: readonly RemovableConversation[]): Promise<string> {
  throwFirst(await Promise.allSettled(conversations.map(({ id }) => changeConversation(id, { archived: false }))))
  return unarchivedSentence(conversations.length)
}

/** Whether the conversation was already deleted, in another tab: the intended result. */
const wasAlreadyDeleted = (outcome: PromiseSettledResult<unknown>): boolean => outcome.status === 'rejected' && isNotFound(outcome.reason)

function throwFirst(outcomes: readonly PromiseSettledResult<unknown>[]): void {
  const failed = outcomes.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/** If one of the conversations is on the screen, navigates to a new conversation with the same context. @returns a function that navigates back */
function leaveIfShown(conversations: readonly RemovableConversation[]): () => void {
  const shown = conversations.find(({ id }) => isOnScreen(id))
  if (shown === undefined) return () => undefined
  navigate(paths.newLike(shown), { replace: true, force: true })
  return () => navigate(paths.resume(shown))
}

const isOnScreen = (id: string): boolean => new URLSearchParams(currentLocation().search).get('conversation') === id

const sentenceFor = (participle: string) => (count: number) =>
  count === 1 ? `Conversation ${participle}` : plural(count, `conversation ${participle}`, `conversations ${participle}s`)

/** « Conversation supprimée », « 3 conversations supprimées » */
const removedSentence = sentenceFor('supprimée')

/** « Conversation archivée », « 3 conversations archivées » */
const archivedSentence = sentenceFor('archivée')

/** « Conversation rendue à la liste », « 3 conversations rendues à la liste » */
const unarchivedSentence = (count: number): string => `${sentenceFor('rendue')(count)} à la liste`
