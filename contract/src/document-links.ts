/** Address of a document in the Markdown of an answer. The chat opens the document; exports keep the link's text only. */
export const documentLink = (document_id: string): string => `document:${document_id}`

/** Reads the document id in an address made by `documentLink`; null for any other address. */
export const documentOfLink = (address: string): string | null => /^document:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(address)?.[1] ?? null
