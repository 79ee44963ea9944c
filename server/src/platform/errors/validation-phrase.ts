type Issue = { code?: string | undefined; expected?: string | undefined; input?: unknown; values?: unknown }

/** Returns the French phrase of a validation issue for which the contract has no message. */
export function validationPhrase(given: object): string {
  const issue = given as Issue
  if (issue.code === 'invalid_type') return issue.input === undefined ? 'Ce champ est obligatoire' : 'Ce champ n’a pas le bon format'
  if (issue.code === 'invalid_value') return 'Cette valeur n’est pas admise'
  if (issue.code === 'too_big') return 'Cette valeur est trop grande'
  if (issue.code === 'too_small') return 'Cette valeur est trop petite'
  return 'Ce champ n’est pas valable'
}
