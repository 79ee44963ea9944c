import { routes, type ResolvedReference } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/browser.ts'
import { keyOf } from '../../api/queries.ts'

/** Length of a text that is read, in UTF-16 units: the server refuses a longer one. */
const maxLength = 400_000

/** References of a text resolved at its day, by default today. Undefined until they are known, or when they cannot be read. */
export function useReferences(text: string, at: string | undefined): readonly ResolvedReference[] | undefined {
  const body = { text: text.slice(0, maxLength), ...(at !== undefined && { at }) }
  const { data } = useQuery({
    queryKey: [...keyOf(routes.references.find, { body })],
    queryFn: ({ signal }) => call(routes.references.find, { body, signal }),
    staleTime: Infinity,
    enabled: text !== '',
  })
  return data?.references
}
