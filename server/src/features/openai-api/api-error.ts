import type { ErrorCode } from '@parvis/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import { toAppError } from '../../platform/errors/to-app-error.ts'

/** Error body of the protocol of OpenAI. `level`: level that the request needs, when that is why it is refused. */
type ApiErrorBody = { error: { message: string; type: string; code: string; param: string | null; level?: number } }

type ApiErrorDetails = { message: string; code: string; param?: string }

/** Refusal of a request to `/v1` that has no counterpart in the API of the pages. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly param: string | null
  constructor(status: number, { message, code, param }: ApiErrorDetails) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.param = param ?? null
  }
}

export const modelNotFound = (): ApiError =>
  new ApiError(404, {
    message: 'Ce modèle n’existe pas, ou cette clé ne le permet pas. GET /v1/models donne ceux que vous pouvez employer.',
    code: 'model_not_found',
    param: 'model',
  })

const typeOf = (status: number): string => {
  if (status === 401) return 'authentication_error'
  if (status === 403) return 'permission_error'
  if (status === 429) return 'rate_limit_error'
  return status < 500 ? 'invalid_request_error' : 'server_error'
}

/** Codes of the protocol, which clients may know, in place of ours. */
const protocolCodes: Partial<Record<ErrorCode, string>> = {
  'auth.missing': 'invalid_api_key',
  'auth.invalid': 'invalid_api_key',
  'keys.invalid': 'invalid_api_key',
  'keys.scope': 'insufficient_permissions',
  'quota.exhausted': 'insufficient_quota',
  'chat.too_many_replies': 'rate_limit_exceeded',
  'chat.too_many_messages': 'rate_limit_exceeded',
  'request.too_many': 'rate_limit_exceeded',
  'llm.too_long': 'context_length_exceeded',
  'llm.filtered': 'content_filter',
}

/** Answer to a failed request in the form of the protocol. */
export function presentApiError(error: unknown): { status: number; body: ApiErrorBody; headers: Record<string, string> } {
  if (error instanceof ApiError) {
    const { status, message, code, param } = error
    return { status, body: { error: { message, type: typeOf(status), code, param } }, headers: {} }
  }
  const { code, message, status: ownStatus, details } = toAppError(error)
  // The protocol answers 400 to any invalid field.
  const status = ownStatus === 422 ? 400 : ownStatus
  const param = Object.keys(details.fields ?? {})[0] ?? null
  return {
    status,
    body: { error: { message, type: typeOf(status), code: protocolCodes[code] ?? code, param, ...(details.level !== undefined && { level: details.level }) } },
    headers: {
      ...(details.retryAfterSeconds !== undefined && { 'Retry-After': String(details.retryAfterSeconds) }),
      // The official clients try conflicts again, and an exhausted quota: neither would end otherwise.
      ...((status === 409 || code === 'quota.exhausted') && { 'x-should-retry': 'false' }),
    },
  }
}

/** Builds the refusal of a request whose level is above that of its key. */
export const levelRefusal = (level: number, ceiling: number, names: readonly string[]): AppError =>
  new AppError('keys.level', {
    level,
    sentence: `Cette demande a le niveau «\u00A0${names[level - 1]}\u00A0», et celui de la clé s’arrête à «\u00A0${names[ceiling - 1]}\u00A0».`,
  })
