import { dialogOnDemand } from '../../ui/on-demand.tsx'
import type { TokenLimitDialogProps } from './OpenTokenLimit.tsx'

/** Dialog of the monthly token limit of a person or a team. Loaded on demand, as an organisation rarely sets it. */
export const TokenLimitDialog = dialogOnDemand<TokenLimitDialogProps>(async () => (await import('./OpenTokenLimit.tsx')).OpenTokenLimit)
