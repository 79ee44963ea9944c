import { createAsking } from './asking.ts'
import { call } from './browser.ts'
import { queryClient } from './query.ts'

export { askedOnce, keyOf } from './asking.ts'

/** Query functions of this tab, over its cache and its client. */
export const { q, invalidate, askAgain, askUnder, showAtOnce, changeRows } = createAsking({ call, cache: queryClient })
