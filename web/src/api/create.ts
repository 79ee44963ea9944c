import { call } from './browser.ts'
import { createCreation, type Send } from './create-once.ts'

/** Calls a creation of the interface with a client id, as this tab. */
export const create = createCreation(call as Send)
