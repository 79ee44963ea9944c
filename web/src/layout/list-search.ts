import { constants, limits } from '@parvis/contract'
import { typedText } from '../router/address-state.ts'

/** Search text of a list, as a URL query parameter. */
export const listSearch = typedText('recherche', { longest: limits.title, rest: constants.conversationSearchDebounceMs })
