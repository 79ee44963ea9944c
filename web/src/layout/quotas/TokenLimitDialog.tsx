import { lazy, Suspense } from 'react'

/** Whom a limit is for. */
type LimitSubject = { kind: 'user' | 'team'; id: string; name: string }

export interface TokenLimitDialogProps {
  subject: LimitSubject
  onClose: () => void
  /** It is kept: the sentence that says so. */
  onDone: (sentence: string) => void
}

const OpenTokenLimit = lazy(async () => ({ default: (await import('./OpenTokenLimit.tsx')).OpenTokenLimit }))

/** What a person or a service may use in a month. An organisation sets it once a year. */
export function TokenLimitDialog(props: TokenLimitDialogProps) {
  return (
    <Suspense>
      <OpenTokenLimit {...props} />
    </Suspense>
  )
}
