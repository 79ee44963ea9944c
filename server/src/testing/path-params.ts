/** Returns a value for each path parameter of the contract, for tests that try every route. @param id of the resource */
export const pathParams = (id: string): Record<string, string> => ({
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
