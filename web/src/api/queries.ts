import { createQueryFunctions } from './query-functions.ts'
import { call } from './browser.ts'
import { queryClient } from './query.ts'

export { neverRefetched, keyOf } from './query-functions.ts'

/** Query functions of this tab, over its cache and its client. */
export const {
  queryFor,
  invalidate,
  invalidateAnswers,
  askUnder: invalidateUnder,
  updateOptimistically,
  updateListRows,
} = createQueryFunctions({ call, cache: queryClient })
