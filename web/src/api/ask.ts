import { createAsking } from './asking.ts'
import { call } from './browser.ts'
import { queryClient } from './query.ts'

export { askedOnce, keyOf } from './asking.ts'

/** What this tab asks with. */
export const { q, invalidate, askAgain, askUnder, showAtOnce, changeRows } = createAsking({ call, cache: queryClient })
