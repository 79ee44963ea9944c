import { routes, type AssistantVersion } from '@parvis/contract'
import { queryFor } from '../../../api/queries.ts'

/** Routes of the versions of an assistant: the organisation's or the person's own. */
export const versionCalls = { common: routes.assistantVersions, own: routes.ownAssistantVersions } as const
export type VersionCalls = (typeof versionCalls)[keyof typeof versionCalls]

/** Query of a version, never stale because its texts do not change. The state of its document categories is refreshed when a category changes. */
export const readVersion = (calls: VersionCalls, id: string, number: number) => ({
  ...queryFor(calls.get, { params: { id, number: String(number) } }),
  staleTime: Infinity,
})

/** Returns the names of the document categories of a version that have been deleted. */
export const deletedCategoriesIn = (version: Pick<AssistantVersion, 'document_categories'> | undefined): string[] =>
  (version?.document_categories ?? []).filter(({ is_gone }) => is_gone).map(({ name }) => name)
