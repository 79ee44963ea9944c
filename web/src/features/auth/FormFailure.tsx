import type { ReactNode } from 'react'
import type { FailureMessage } from '../../api/transport/api-error.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'

/** Error of an authentication form, shown above its fields. */
export function FormFailure({ failure, action }: { failure: FailureMessage | null; action?: ReactNode }) {
  if (failure === null) return null
  return (
    <Banner tone="error" action={action}>
      <p>{failure.sentence}</p>
      {failure.reason && <p>{failure.reason}</p>}
    </Banner>
  )
}
