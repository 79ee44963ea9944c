/** Document open beside the conversation, which the next replies may change. */
interface RequestedDocument {
  document_id: string
  /** Ids of the selected blocks: a reply may change no other. Empty: it may change all. */
  blockIds: readonly string[]
  /** Resolves once what the person typed is saved, or cannot be: the numbers of a reply are those of the saved text. */
  whenSaved: () => Promise<void>
}

let current: RequestedDocument | null = null

/** Sets the document that the next questions are about; null: the one of the conversation, if it has one. */
export function setDocumentScope(scope: RequestedDocument | null): void {
  current = scope
}

/** Fields of a question about the document open beside the conversation. Empty without one. */
export async function documentFieldsOfRequest(): Promise<{ written_document_id?: string; block_ids?: string[] }> {
  const scope = current
  if (scope === null) return {}
  await scope.whenSaved()
  return { written_document_id: scope.document_id, ...(scope.blockIds.length > 0 && { block_ids: [...scope.blockIds] }) }
}
