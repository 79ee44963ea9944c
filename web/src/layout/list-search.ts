import { constants, limits } from '@parvis/contract'
import { typedText } from '../router/address-state.ts'

/** What is looked for in a list, as its address keeps it. */
export const listSearch = typedText('recherche', { longest: limits.title, rest: constants.conversationSearchDebounceMs })
