import type { ModelLevel } from '@parvis/contract'
import { scopeQuery, type SearchScope } from '../../authorization/documents.ts'
import type { Context } from '../../context.ts'
import { isAboveLevel } from '../../retrieval/vector-store.ts'
import { readPromptFacts } from '../chat/prompt-facts.ts'
import { maxLevel } from '../chat/request-level.ts'
import { findLibrary } from '../documents/categories.ts'

/**
 * Returns the highest level that a question in this conversation may need: that of its assistant, its project, its mark, its earlier replies, and all the
 * documents that a question may search, at any date. What is dictated is not known yet, so the passages that it will find are not either.
 * @throws {AppError} `request.not_found`, `assistants.closed`
 */
export async function conversationLevel({ db }: Context, conversation_id: string, owner_id: string): Promise<ModelLevel> {
  const facts = await readPromptFacts(db, conversation_id, owner_id, null)
  const library = facts.library === null ? null : await findLibrary(db, facts.library, owner_id)
  const categories = [...(library === null ? [] : [library.id]), ...facts.assistant_categories]
  const scopes: SearchScope[] = [
    { owner_id, documents: [...facts.files, ...facts.project_files, ...facts.assistant_files] },
    ...categories.map((category_id) => ({ category_id, reader_id: owner_id })),
  ]
  const scope = scopeQuery({ any: scopes }, 'any')
  const ofDocuments = (await isAboveLevel(db, 2, scope)) ? 3 : (await isAboveLevel(db, 1, scope)) ? 2 : 1
  return maxLevel(facts.usual_level, facts.history_level, ofDocuments)
}
