import { routes } from '@parvis/contract'
import { notFound } from '../../platform/errors/app-error.ts'
import { handle, type RouteHandler } from '../../platform/http/handler.ts'
import { audited } from '../../audit/audited.ts'
import { countedAssistantCategories, createAssistantCategory, removeAssistantCategory, updateAssistantCategory } from './assistant-categories.ts'
import { countedDocumentCategories, createDocumentCategory, removeDocumentCategory, updateDocumentCategory } from './document-categories.ts'

const { assistantCategories, documentCategories } = routes

function requireRow<T>([row]: T[]): T {
  if (row === undefined) throw notFound()
  return row
}

const removedMessage = ({ name, movedCount }: { name: string; movedCount: number }, one: string, many: string) => {
  const movedNote =
    movedCount === 0 ? '' : ` ${new Intl.NumberFormat('fr-FR').format(movedCount)}\u00a0${movedCount === 1 ? `${one} déplacé` : `${many} déplacés`}.`
  return { message: `La catégorie «\u00a0${name}\u00a0» est supprimée.${movedNote}` }
}

export const categoriesHandlers: RouteHandler[] = [
  handle(assistantCategories.list, ({ context }) => countedAssistantCategories(context.db)),
  handle(assistantCategories.create, async (call) => {
    const { context, caller, body } = call
    return audited(
      call,
      'assistant_category.create',
      () => createAssistantCategory(context.db, caller.id, body),
      ({ id }) => id,
    )
  }),
  handle(assistantCategories.update, async (call) => {
    const { id } = call.params
    await audited(call, 'assistant_category.update', () => updateAssistantCategory(call.context.db, id, call.body), id)
    return requireRow(await countedAssistantCategories(call.context.db, id))
  }),
  handle(assistantCategories.remove, async (call) => {
    const { id } = call.params
    const removal = await audited(call, 'assistant_category.remove', () => removeAssistantCategory(call.context.db, id, call.query.move_to), id)
    return removedMessage(removal, 'assistant', 'assistants')
  }),

  handle(documentCategories.list, ({ context }) => countedDocumentCategories(context.db)),
  handle(documentCategories.create, async (call) => {
    const { context, caller, body } = call
    return audited(
      call,
      'document_category.create',
      () => createDocumentCategory(context.db, caller.id, body),
      ({ id }) => id,
    )
  }),
  handle(documentCategories.update, async (call) => {
    const { id } = call.params
    await audited(call, 'document_category.update', () => updateDocumentCategory(call.context.db, id, call.body), id)
    return requireRow(await countedDocumentCategories(call.context.db, id))
  }),
  handle(documentCategories.remove, async (call) => {
    const { id } = call.params
    const removal = await audited(call, 'document_category.remove', () => removeDocumentCategory(call.context.db, id, call.query.move_to), id)
    return removedMessage(removal, 'document', 'documents')
  }),
]
