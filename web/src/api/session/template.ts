import { ApiError } from '../transport/api-error.ts'

/** The template of exports, a static file of the site. @throws {ApiError} when it cannot be had */
export async function fetchTemplate(format: 'docx' | 'odt'): Promise<Blob> {
  const response = await fetch(`/templates/export_template.${format}`).catch((cause: unknown) => {
    throw new ApiError(0, {}, { cause })
  })
  if (!response.ok) throw new ApiError(response.status)
  return response.blob()
}
