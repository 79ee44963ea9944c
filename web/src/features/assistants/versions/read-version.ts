import { routes, type AssistantVersion } from '@parvis/contract'
import { q } from '../../../api/ask.ts'

/** The texts of a version do not change; what becomes of its documents is asked again when a category changes here. */
export const readVersion = (id: string, number: number) => ({
  ...q(routes.assistantVersions.get, { params: { id, number: String(number) } }),
  staleTime: Infinity,
})

/** The names of the categories of documents that are no more. */
export const goneIn = (version: Pick<AssistantVersion, 'document_categories'> | undefined): string[] =>
  (version?.document_categories ?? []).filter(({ is_gone }) => is_gone).map(({ name }) => name)
