import { lazy, Suspense } from 'react'
import { useInstance } from '../api/use-instance.ts'

// Only where somebody set a limit.
const UsageNotice = lazy(() => import('./UsageNotice.tsx'))

/** Above a field: that the tokens of the month come to their end. */
export function NearLimit() {
  if (!useInstance()?.token_limits) return null
  return (
    <Suspense>
      <UsageNotice />
    </Suspense>
  )
}
