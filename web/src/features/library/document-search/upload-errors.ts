import { ApiError } from '../../../api/transport/api-error.ts'
import { uploadMessages } from './upload-progress.ts'

/** The failure of a loading (specification, chapter 8), and why where the server says it. */
export function describeUploadError(error: unknown): string {
  const reason = error instanceof ApiError && error.code !== 'http' ? error.message : null
  return reason === null ? uploadMessages.failed : `${uploadMessages.failed}. ${reason}`
}
