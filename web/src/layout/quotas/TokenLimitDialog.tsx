import { dialogOnDemand } from '../../ui/on-demand.tsx'

/** Whom a limit is for. */
type LimitSubject = { kind: 'user' | 'team'; id: string; name: string }

export interface TokenLimitDialogProps {
  subject: LimitSubject
  onClose: () => void
  /** It is kept: the sentence that says so. */
  onDone: (sentence: string) => void
}

/** What a person or a service may use in a month. An organisation sets it once a year. */
export const TokenLimitDialog = dialogOnDemand<TokenLimitDialogProps>(async () => (await import('./OpenTokenLimit.tsx')).OpenTokenLimit)
