import { dialogOnDemand } from '../../ui/on-demand.tsx'

/** Person or team that the limit applies to. */
type LimitSubject = { kind: 'user' | 'team'; id: string; name: string }

export interface TokenLimitDialogProps {
  subject: LimitSubject
  onClose: () => void
  /** Called with a sentence after a save. */
  onDone: (sentence: string) => void
}

/** Dialog of the monthly token limit of a person or a team. Loaded on demand, as an organisation rarely sets it. */
export const TokenLimitDialog = dialogOnDemand<TokenLimitDialogProps>(async () => (await import('./OpenTokenLimit.tsx')).OpenTokenLimit)
