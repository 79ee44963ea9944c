import type { Route } from '@parvis/contract'
import { jsonSchema } from '../../features/instance/openapi.ts'
import type { RouteSample } from './matrix-types.ts'

type Schema = { type?: string; pattern?: string; properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] }

/** Fields that identify a document category by name instead of an id. */
const categoryFields = ['library', 'library_category', 'category']

/** Fields that identify something that belongs to nobody, with the reason why the matrix does not try them with other people's things. */
export const fieldsOfNobody: Record<string, string> = {
  'DELETE /api/assistant-favorites/:id params.id': 'one’s own favourites: the answer is the same whatever it is',
  'POST /api/own-assistants body.category_id': 'the categories of assistants are everybody’s',
  'PUT /api/own-assistants/:id body.category_id': 'the same',
  'POST /api/own-assistants body.client_id': 'drawn by the client: it names nothing of anybody else (creations.api.test.ts)',
  'POST /api/personal-prompts body.client_id': 'the same',
  'POST /api/projects body.client_id': 'the same',
  'POST /api/conversations/find-or-create body.client_id': 'the same',
  'POST /api/written-documents body.client_id': 'the same',
  'GET /api/written-documents/:id/versions/:version_id params.version_id': 'a version of that document',
  'POST /api/written-documents/:id/versions/:version_id/restore params.version_id': 'a version of that document',
  'POST /api/written-documents/:id/proposals/:proposal_id/accept params.proposal_id': 'a proposal to that document',
  'POST /api/written-documents/:id/proposals/:proposal_id/refuse params.proposal_id': 'a proposal to that document',
  'POST /api/written-documents/:id/proposals/accept body.ids': 'proposals to that document',
  'POST /api/written-documents/:id/proposals/refuse body.ids': 'proposals to that document',
  'POST /api/charter/acceptance body.version_id': 'the versions of the charter are everybody’s',
  'DELETE /api/projects/:id/files/:document_id params.document_id': 'a file of that project',
  'PUT /api/teams/:id/members body.people': 'people are nobody’s: who may be found is tried by people.api.test.ts',
  'POST /api/own-assistants/:id/hand-over body.user_id': 'the same',
  'POST /api/projects/:id/hand-over body.user_id': 'the same',
  'POST /api/projects/:id/hand-over body.manager_id': 'a manager of that project',
  'POST /api/conversations/:id/shares body.message_id': 'a message of that conversation',
  'POST /api/shares/seen body.shares.id': 'the answer is the same whatever it is (news.api.test.ts)',
  'PUT /api/assistants/:id/test-cases/:case_id params.case_id': 'a case of that assistant',
  'DELETE /api/assistants/:id/test-cases/:case_id params.case_id': 'a case of that assistant',
  'POST /api/assistants/:id/test-cases body.client_id': 'drawn by the client: it names nothing of anybody else (creations.api.test.ts)',
  'POST /api/assistants/:id/test-budget body.case_ids': 'cases of that assistant',
  'POST /api/assistants/:id/test-runs body.case_ids': 'cases of that assistant',
  'POST /api/assistants/:id/test-budget body.document_category_ids': 'not searched by this call',
  'POST /api/assistants/:id/test-runs body.document_category_ids': 'searched with the rights of the person who runs the tests',
  'POST /api/chat/mistral/stream body.library': 'the answer is the same, but for what it rests on (strangers.api.test.ts)',
  'POST /api/chat/mistral/stream body.library_category': 'the same',
  'POST /api/rag/query/stream body.assistant_id': 'not read by this call',
  'POST /api/rag/query/stream body.project_id': 'not read by this call',
  'POST /api/rag/query/stream body.prompt_id': 'not read by this call',
  'POST /api/rag/query/stream body.message_id': 'a message of that conversation',
}

/** Lists the fields of a call, in path and body, that identify something that may belong to somebody: `body.grants.id`. */
export function namingFields(route: Route): string[] {
  const placesOf = (part: 'params' | 'body') => (route[part] === undefined ? [] : namingFieldsIn(jsonSchema(route[part], 'input') as Schema, part))
  return [...placesOf('params'), ...placesOf('body')]
}

function namingFieldsIn({ pattern, properties, items, anyOf }: Schema, place: string): string[] {
  const isName = place.startsWith('body.') && categoryFields.includes(place.split('.').at(-1)!)
  if (pattern?.startsWith('^[0-9a-f]{8}-') || (isName && properties === undefined)) return [place]
  return [
    ...(anyOf ?? []).flatMap((one) => namingFieldsIn(one, place)),
    ...(items === undefined ? [] : namingFieldsIn(items, place)),
    ...Object.entries(properties ?? {}).flatMap(([name, one]) => namingFieldsIn(one, `${place}.${name}`)),
  ]
}

/** Lists the fields that a sample fills with one of these values, or with any value if `values` is empty. */
export function filledFields({ params, body, form }: RouteSample, values: readonly string[]): string[] {
  const texts = Object.fromEntries([...(form ?? [])].filter(([, value]) => typeof value === 'string'))
  const filledIn = (value: unknown, place: string): string[] => {
    if (Array.isArray(value)) return value.flatMap((one) => filledIn(one, place))
    if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([name, one]) => filledIn(one, `${place}.${name}`))
    return typeof value === 'string' && (values.length === 0 || values.includes(value)) ? [place] : []
  }
  return [...filledIn(params, 'params'), ...filledIn(body ?? texts, 'body')]
}

const anyId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Returns the sample with ids of missing things in place of these values, or of every id if `values` is empty. */
export function withMissingIds<S extends RouteSample>(sample: S, values: readonly string[]): S {
  const other = (text: string) =>
    values.length === 0 ? text.replaceAll(anyId, () => crypto.randomUUID()) : values.reduce((all, value) => all.replaceAll(value, missingLike(value)), text)
  const form = new FormData()
  for (const [name, value] of sample.form ?? []) form.append(name, typeof value === 'string' ? other(value) : value)
  return {
    ...sample,
    ...(sample.params && { params: JSON.parse(other(JSON.stringify(sample.params))) as Record<string, string> }),
    ...(sample.body !== undefined && { body: JSON.parse(other(JSON.stringify(sample.body))) as unknown }),
    ...(sample.form && { form }),
  }
}

const missingLike = (value: string): string => (value.match(anyId) === null ? `absent-${value}` : crypto.randomUUID())

/** Normalises a response for comparison: removes ids, times and names of missing things. */
export const normalizedAnswer = (text: string): string =>
  text
    .replaceAll(anyId, '#')
    .replaceAll('absent-', '')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, '@')
