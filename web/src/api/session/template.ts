import { ApiError } from '../transport/api-error.ts'

/** Fetches the default template of exports, a static file of the site. @throws {ApiError} */
export async function fetchTemplate(format: 'docx' | 'odt'): Promise<Blob> {
  const response = await fetch(`/templates/export_template.${format}`).catch((cause: unknown) => {
    throw new ApiError(0, {}, { cause })
  })
  if (!response.ok) throw new ApiError(response.status)
  return response.blob()
}
