import { constants, limits } from '@parvis/contract'
import { textParam } from '../router/search-param.ts'

/** Search text of a list, as a URL query parameter. */
export const listSearch = textParam('recherche', { longest: limits.title, rest: constants.conversationSearchDebounceMs })
