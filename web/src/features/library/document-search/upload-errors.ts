import { ApiError } from '../../../api/transport/api-error.ts'
import { uploadMessages } from './upload-progress.ts'

/** The failure of a loading of which nothing is kept (specification, chapter 8), and why where the server says it, each reason once. */
export function describeUploadErrors(errors: readonly unknown[]): string {
  const reasons = errors.flatMap((error) => (error instanceof ApiError && error.code !== 'http' ? error.message : []))
  return reasons.length === 0 ? uploadMessages.failed : `${uploadMessages.failed}. ${[...new Set(reasons)].join(' ')}`
}
