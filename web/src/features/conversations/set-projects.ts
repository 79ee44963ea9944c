import { limits, routes, type Conversation } from '@parvis/contract'
import { updateListRows, invalidate } from '../../api/queries.ts'
import { call } from '../../api/browser.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { offerUndo } from '../../layout/undo/undoable.ts'
import { tooManyForProject, movedSentence } from './selection.ts'

type ConversationProject = Pick<Conversation, 'id' | 'project_id'>

/**
 * Moves conversations to a project in one call, and offers to undo it.
 * @param project null takes them out of their project
 * @returns the sentence to announce
 * @throws {ApiError} the call failed, nothing has changed
 * @throws {Error} more than `limits.conversationsAtOnce` conversations, nothing was sent
 */
export async function putInProject(conversations: readonly ConversationProject[], project: { id: string; name: string } | null): Promise<string> {
  if (conversations.length > limits.conversationsAtOnce) throw new Error(tooManyForProject(conversations.length))
  await setProjects(conversations.map(({ id }) => ({ id, project_id: project?.id ?? null })))
  const sentence = movedSentence(conversations.length, project?.name ?? null)
  offerUndo({
    sentence,
    undo: () => setProjects(conversations.map(({ id, project_id }) => ({ id, project_id }))),
    describeError: (error) => `Les conversations n’ont pas retrouvé leur projet d’avant. ${sentenceOf(error, 'Veuillez réessayer.')}`,
  })
  return sentence
}

async function setProjects(conversations: ConversationProject[]): Promise<void> {
  const changedById = new Map(
    (await call(routes.conversations.setProjects, { body: { conversations } })).map((conversation) => [conversation.id, conversation]),
  )
  updateListRows(routes.conversations.page, (row) => ({ ...row, ...changedById.get(row.id) }))
  void invalidate(routes.conversations.setProjects)
}
