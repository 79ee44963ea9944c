import { routes, type LetterheadFormat } from '@parvis/contract'
import { call, open } from '../../api/browser.ts'
import { fetchTemplate } from '../../api/transport/static-files.ts'

/** Fetches the letterhead of exports: the organisation's, or else the default template. @throws {ApiError} */
export async function fetchLetterhead(format: LetterheadFormat): Promise<Uint8Array> {
  const { letterheads } = await call(routes.letterheads.list)
  const own = letterheads.some(({ id }) => id === format)
  const content = own ? await (await open(routes.letterheads.file, { params: { id: format } })).blob() : await fetchTemplate(format)
  return new Uint8Array(await content.arrayBuffer())
}
