import { routes, type AssistantVersion } from '@parvis/contract'
import { q } from '../../../api/ask.ts'

/** The calls on the versions of an assistant: the organisation’s, or one’s own. */
export const versionCalls = { common: routes.assistantVersions, own: routes.ownAssistantVersions } as const
export type VersionCalls = (typeof versionCalls)[keyof typeof versionCalls]

/** The texts of a version do not change; what becomes of its documents is asked again when a category changes here. */
export const readVersion = (calls: VersionCalls, id: string, number: number) => ({
  ...q(calls.get, { params: { id, number: String(number) } }),
  staleTime: Infinity,
})

/** The names of the categories of documents that are no more. */
export const goneIn = (version: Pick<AssistantVersion, 'document_categories'> | undefined): string[] =>
  (version?.document_categories ?? []).filter(({ is_gone }) => is_gone).map(({ name }) => name)
