/** Address of a document in the Markdown of an answer. The chat opens the document; exports keep the words of the link only. */
export const documentLink = (document_id: string): string => `document:${document_id}`

/** Id of the document that an address of an answer leads to; null for any other address. */
export const documentOfLink = (address: string): string | null => /^document:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(address)?.[1] ?? null
