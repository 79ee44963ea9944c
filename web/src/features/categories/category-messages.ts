import { ApiError, sentenceOf } from '../../api/transport/api-error.ts'

/** The sentence of a refused field, else of the call, else the fallback. */
export function describeRefusal(error: unknown, fallback: string): { name: string | null; display_name: string | null; sentence: string | null } {
  const fields = error instanceof ApiError ? error.fields : {}
  const [name = null, display_name = null] = [fields['name'], fields['display_name']]
  return { name, display_name, sentence: name === null && display_name === null ? sentenceOf(error, fallback) : null }
}

export const noRefusal = { name: null, display_name: null, sentence: null }
export const nameRequired = { ...noRefusal, name: 'Donnez un nom à la catégorie' }
