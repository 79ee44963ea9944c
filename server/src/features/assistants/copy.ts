import { limits, type IconName } from '@parvis/contract'
import { notFound } from '../../platform/errors/app-error.ts'
import type { Caller, Context } from '../../context.ts'
import { findAssistant } from './queries.ts'
import { createAssistant } from './write-assistant.ts'
import { openDocumentCategories } from './own-assistants.ts'

/**
 * Copies an assistant that the caller may use into one of their own, with only the document categories open to them and without its files.
 * @returns the id of the copy
 * @throws {AppError} `request.not_found` when the caller may not use it, `own_assistants.quota`
 */
export async function copyAssistant(context: Context, caller: Caller, assistant_id: string): Promise<string> {
  const source = await findAssistant(context.db, assistant_id, caller)
  if (source === null) throw notFound()
  const { name, description, prompt_content, starters, category_id, icon, document_category_ids } = source
  const open = new Set((await openDocumentCategories(context.db, caller.id)).map(({ id }) => id))
  const fields = {
    name: `Copie de ${name}`.slice(0, limits.name).toWellFormed().trim(),
    description,
    prompt_content,
    starters,
    category_id,
    icon: icon as IconName,
    document_category_ids: document_category_ids.filter((id) => open.has(id)),
    is_active: true,
  }
  return (await createAssistant(context, fields, caller.id, caller.id)).id
}
