import { createQueryFunctions } from './asking.ts'
import { call } from './browser.ts'
import { queryClient } from './query.ts'

export { neverRefetched, keyOf } from './asking.ts'

/** Query functions of this tab, over its cache and its client. */
export const {
  queryFor,
  invalidate,
  invalidateAnswers,
  askUnder: invalidateUnder,
  updateOptimistically,
  updateListRows,
} = createQueryFunctions({ call, cache: queryClient })
