import { call } from './browser.ts'
import { createCreation, type Send } from './create-once.ts'

/** Calls a creation route with a client id, with the client of this tab. */
export const create = createCreation(call as Send)
