import { ApiError } from '../../../api/transport/api-error.ts'
import { uploadMessages } from './upload-progress.ts'

/** Returns the sentence of an upload in which no file was stored (specification, chapter 8), with each reason of the server once. */
export function describeUploadErrors(errors: readonly unknown[]): string {
  const reasons = errors.flatMap((error) => (error instanceof ApiError && error.code !== 'http' ? error.message : []))
  return reasons.length === 0 ? uploadMessages.failed : `${uploadMessages.failed}. ${[...new Set(reasons)].join(' ')}`
}
