import type { Route } from '@parvis/contract'
import { jsonSchema } from '../features/instance/openapi.ts'
import type { RouteSample } from './matrix/matrix-types.ts'

type Schema = { type?: string | string[]; properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] }

/** Path of a text field in a call: `['body', 'messageHistory', 0, 'content']`. */
export type FieldPath = readonly (string | number)[]

/** Lists all text fields of a call, filled by the sample or not: path, query, body, form, file names. */
export function textFields(route: Route, sample: RouteSample): FieldPath[] {
  const schemaOf = (part: Route['body']): Schema => (part === undefined ? {} : (jsonSchema(part, 'input') as Schema))
  return [
    ...Object.keys(sample.params ?? {}).map((name) => ['params', name]),
    ...textFieldsOf(schemaOf(route.query), ['query']),
    ...(sample.form === undefined ? textFieldsOf(schemaOf(route.body), ['body']) : []),
    ...[...(sample.form ?? [])].map(([name, value]) => [typeof value === 'string' ? 'form' : 'file', name]),
  ]
}

function textFieldsOf(schema: Schema, place: FieldPath): FieldPath[] {
  if (schema.anyOf !== undefined) return textFieldsOf({ ...schema.anyOf.find(({ type }) => type !== 'null') }, place)
  if (schema.properties !== undefined) return Object.entries(schema.properties).flatMap(([name, part]) => textFieldsOf(part, [...place, name]))
  if (schema.items !== undefined) return textFieldsOf(schema.items, [...place, 0])
  return schema.type === 'string' || (place[0] === 'query' && place.length > 1) ? [place] : []
}

/** Returns a copy of the sample with `text` in this field. */
export function withText(sample: RouteSample, place: FieldPath, text: string): RouteSample {
  const [part, ...rest] = place as [keyof RouteSample | 'file', ...(string | number)[]]
  if (part !== 'form' && part !== 'file') return { ...sample, [part]: put(sample[part], rest, text) }
  const form = new FormData()
  for (const [name, value] of sample.form ?? []) {
    if (typeof value === 'string') form.set(name, name === rest[0] && part === 'form' ? text : value)
    else form.set(name, value, name === rest[0] && part === 'file' ? text : value.name)
  }
  return { ...sample, form }
}

function put(value: unknown, [key, ...rest]: FieldPath, text: string): unknown {
  if (key === undefined) return text
  if (typeof key === 'number') {
    const list = Array.isArray(value) ? value : []
    return [put(list[key], rest, text), ...list.slice(1)]
  }
  const object = (value ?? {}) as Record<string, unknown>
  return { ...object, [key]: put(object[key], rest, text) }
}

/** Returns a value for each path parameter of the contract, for tests that try every route. @param id of the resource */
export const pathParams = (id: string): Record<string, string> => ({
  id,
  message_id: id,
  case_id: id,
  stream_id: id,
  document_id: id,
  user_id: id,
  proposal_id: id,
  version_id: id,
  passage_id: '0',
  number: '1',
  kind: 'project',
})
