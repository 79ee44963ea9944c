import { dialogOnDemand } from '../ui/on-demand.tsx'
import type { CharterDialogProps } from './charter/OpenCharter.tsx'
import type { GrantsDialogProps } from './grants/OpenGrants.tsx'
import type { ReviewsDialogProps } from './reviews/OpenReviews.tsx'
import type { TokenLimitDialogProps } from './quotas/OpenTokenLimit.tsx'

/** Dialog « À qui c’est ouvert »: who may use an object, and who may edit it. Loaded on demand. */
export const GrantsDialog = dialogOnDemand<GrantsDialogProps>(async () => (await import('./grants/OpenGrants.tsx')).OpenGrants)

/** Dialog of the monthly token limit of a person or a team. Loaded on demand, as an organisation rarely sets it. */
export const TokenLimitDialog = dialogOnDemand<TokenLimitDialogProps>(async () => (await import('./quotas/OpenTokenLimit.tsx')).OpenTokenLimit)

/** Dialog of the charter of use, loaded on demand. */
export const CharterDialog = dialogOnDemand<CharterDialogProps>(async () => (await import('./charter/OpenCharter.tsx')).OpenCharter)

/** Dialog of the reviews of a text, loaded on demand. */
export const ReviewsDialog = dialogOnDemand<ReviewsDialogProps>(async () => (await import('./reviews/OpenReviews.tsx')).OpenReviews)
