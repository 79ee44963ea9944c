import { routes, type Quote } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/queries.ts'
import type { ChatMessage } from '../chat-state.ts'

const none: readonly Quote[] = []

/** Fetches the check of the quotations of a finished answer that has sources. Empty until the result, and without quotations. */
export function useQuotes(message: ChatMessage, isWriting: boolean): readonly Quote[] {
  const isEnabled = !isWriting && message.id !== null && message.sources.length > 0 && /[«“]/.test(message.content)
  const quotes = queryFor(routes.library.quotes, { params: { message_id: message.id! } })
  const { data } = useQuery({
    ...quotes,
    // While the text grows the key must not change: each length would leave a cached query behind.
    queryKey: [...quotes.queryKey, isEnabled ? message.content.length : 0],
    enabled: isEnabled,
    staleTime: Infinity,
  })
  return data?.quotes ?? none
}
