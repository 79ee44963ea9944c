import { replaceUrl } from '../../router/late-navigation.ts'

/** Query parameter of a chat: id of the written document open beside the conversation. */
const documentParam = 'document'

/** Id of the document that a URL opens beside the conversation; null: none. @param search query of the URL */
export const documentBeside = (search: string): string | null => new URLSearchParams(search).get(documentParam)

/** URL of a chat with a document open beside it. @param chat URL without fragment */
export const urlBeside = (document: string, chat: string): string =>
  `${chat}${chat.includes('?') ? '&' : '?'}${new URLSearchParams({ [documentParam]: document })}`

/** Adds the document that is open to another URL of the same conversation. @param url without fragment */
export function withDocumentBeside(url: string): string {
  const id = documentBeside(location.search)
  return id === null ? url : urlBeside(id, url)
}

/** Opens a document beside the conversation, or closes it with null. The conversation stays as it is on the screen. */
export function showDocumentBeside(id: string | null): void {
  const query = new URLSearchParams(location.search)
  if (id === null) query.delete(documentParam)
  else query.set(documentParam, id)
  replaceUrl(`${location.pathname}${query.size === 0 ? '' : `?${query}`}`)
}
