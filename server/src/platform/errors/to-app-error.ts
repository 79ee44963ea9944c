import { isErrorCode, type ErrorCode } from '@parvis/contract'
import { AppError } from './app-error.ts'

/** Error codes of Fastify, of the database driver and of our SQL functions that have their own answer. */
const knownCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_BAD_URL: 'request.malformed',
  FST_REQ_FILE_TOO_LARGE: 'documents.too_large',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'request.unsupported_type',
  FST_FILES_LIMIT: 'request.too_large',
  FST_PARTS_LIMIT: 'request.too_large',
  FST_FIELDS_LIMIT: 'request.too_large',
  'db.unavailable': 'server.unavailable',
  'db.unreachable': 'server.unavailable',
  ENOSPC: 'server.storage_full',
  EDQUOT: 'server.storage_full',
  '53100': 'server.storage_full',
  '57P01': 'server.unavailable',
  '57P03': 'server.unavailable',
  '57014': 'server.unavailable',
  '55P03': 'server.unavailable',
  // Deadlock or serialization failure after the retries of platform/db/retry-transaction: the caller may retry.
  '40P01': 'server.unavailable',
  '40001': 'server.unavailable',
  // A referenced row was deleted meanwhile. A deletion refused because of referencing rows is handled by its feature.
  '23503': 'request.not_found',
  // Characters that the database's encoding, or its JSON, cannot store.
  '22021': 'request.invalid',
  '22P05': 'request.invalid',
  ECONNREFUSED: 'server.unavailable',
  // Raised by the database's own triggers.
  PA001: 'users.last_admin',
  PA002: 'projects.quota',
  PA003: 'conversations.quota',
  PA004: 'conversations.messages_quota',
  PA005: 'conversations.full',
  PA006: 'personal_prompts.quota',
  PA011: 'own_assistants.quota',
  PA012: 'written_documents.quota',
}

/** Converts any error to an error of the contract; `server.unexpected` when it is not recognised. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { code, statusCode } = (typeof error === 'object' && error !== null ? error : {}) as { code?: unknown; statusCode?: unknown }
  if (isErrorCode(code)) return new AppError(code, {}, { cause: error })
  const knownCode = typeof code === 'string' ? knownCodes[code] : undefined
  if (knownCode !== undefined) return new AppError(knownCode, {}, { cause: error })
  if (statusCode === 408) return new AppError('request.timeout', {}, { cause: error })
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) return new AppError('request.malformed', {}, { cause: error })
  return new AppError('server.unexpected', {}, { cause: error })
}
