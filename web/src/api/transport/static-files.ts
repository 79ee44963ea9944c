import { ApiError } from './api-error.ts'

/** Fetches the default template of exports, a static file of the site. @throws {ApiError} */
export async function fetchTemplate(format: 'docx' | 'odt'): Promise<Blob> {
  const response = await fetch(`/templates/export_template.${format}`).catch((cause: unknown) => {
    throw new ApiError(0, {}, { cause })
  })
  if (!response.ok) throw new ApiError(response.status)
  return response.blob()
}

/** Fetches a file of the application's bundle by its built URL. @throws {Error} if the status is not a success */
export async function fetchBundleFile(url: string): Promise<Uint8Array> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`A file of the bundle is missing: ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}
