import { fetchTemplate } from '../../api/template.ts'

/** The letterhead of exports. @throws {ApiError} */
export async function fetchLetterhead(format: 'docx' | 'odt'): Promise<Uint8Array> {
  return new Uint8Array(await (await fetchTemplate(format)).arrayBuffer())
}
