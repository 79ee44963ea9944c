import { errorCatalogue, routes, type Route } from '@parvis/contract'
import * as z from 'zod/mini'
import { hasOptimisticLock } from '../../platform/errors/stale-write.ts'

type Json = Record<string, unknown>

let document: Json | null = null

/** Returns the OpenAPI 3.1 document of the API, generated once from the contract's schemas. */
export function openApiDocument(): Json {
  document ??= build()
  return document
}

function build(): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const [tag, group] of Object.entries(routes)) {
    for (const [name, route] of Object.entries(group as Record<string, Route>)) {
      const path = `/api${route.path.replace(/:([a-z_]+)/g, '{$1}')}`
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(tag, name, route) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Parvis', version: '1', description: 'Interface de Parvis. Les chemins et les champs sont ceux du contrat.' },
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } }, schemas: { Error: errorSchema } },
  }
}

const errorSchema = {
  type: 'object',
  required: ['error', 'message', 'code', 'request_id'],
  properties: {
    error: { type: 'string' },
    message: { type: 'string' },
    code: { type: 'string', enum: Object.keys(errorCatalogue) },
    request_id: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    changed: {
      type: 'object',
      description: 'Avec `request.stale` ou `request.precondition` : ce qui est enregistré maintenant.',
      properties: { at: { type: 'string' }, by: { type: ['string', 'null'] }, is_own: { type: 'boolean' }, current: { type: 'object' } },
    },
  },
}

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'L’`ETag` de ce qui a été lu, à la place de `expected_updated_at` : 412 avec ce qui a changé, si ce n’est plus ce qui est enregistré.',
  schema: { type: 'string' },
}

function operation(tag: string, name: string, route: Route): Json {
  const open = route.access === 'public'
  return {
    tags: [tag],
    operationId: `${tag}.${name}`,
    summary: route.summary,
    ...(!open && { security: [{ bearer: [] }] }),
    parameters: [...parameters('path', route.params), ...parameters('query', route.query), ...(hasOptimisticLock(route) ? [ifMatch] : [])],
    ...(requestBody(route) && { requestBody: requestBody(route) }),
    responses: {
      [String(route.status ?? 200)]: { description: 'Succès', ...answerContent(route) },
      default: { description: 'Refus', content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    },
  }
}

export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

function parameters(place: 'path' | 'query', schema: z.ZodMiniType | undefined): Json[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({ name, in: place, required: place === 'path' || required.includes(name), schema: property }))
}

function requestBody(route: Route): Json | null {
  if (route.multipart) return { required: true, content: { 'multipart/form-data': { schema: formSchema(route.multipart, route.body) } } }
  return route.body ? { content: { 'application/json': { schema: jsonSchema(route.body, 'input') } } } : null
}

function formSchema({ part, several }: NonNullable<Route['multipart']>, body: z.ZodMiniType | undefined): Json {
  const fields: Json = body ? jsonSchema(body, 'input') : { type: 'object' }
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  return {
    ...fields,
    properties: { ...(fields['properties'] as Json | undefined), [part]: several ? { type: 'array', items: file } : file },
    required: [...((fields['required'] as string[] | undefined) ?? []), part],
  }
}

function answerContent(route: Route): Json {
  if (route.kind === 'stream')
    return {
      headers: { 'X-Stream-Id': { schema: { type: 'string' } } },
      content: { 'text/plain': { schema: { type: 'string' } }, 'text/event-stream': { schema: { type: 'string' } } },
    }
  if (route.kind === 'file') return { content: { 'application/octet-stream': {} } }
  if (route.kind === 'text') return { content: { 'text/plain': { schema: { type: 'string' } } } }
  return route.answer ? { content: { 'application/json': { schema: jsonSchema(route.answer, 'output') } } } : {}
}
