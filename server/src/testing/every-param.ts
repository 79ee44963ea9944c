/** A value for each parameter that a path of the contract may have, for what tries every call. @param id of what it is about */
export const everyParam = (id: string): Record<string, string> => ({
  id,
  message_id: id,
  stream_id: id,
  document_id: id,
  user_id: id,
  proposal_id: id,
  passage_id: '0',
  number: '1',
  kind: 'project',
})
