import { call } from './browser.ts'
import { createIdempotentCall, type SendRequest } from './idempotent-create.ts'

/** Calls a creation route with a client id, with the client of this tab. */
export const create = createIdempotentCall(call as SendRequest)
