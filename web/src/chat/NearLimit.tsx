import { lazy, Suspense } from 'react'
import { useInstance } from '../api/use-instance.ts'

// Only where somebody set a limit.
const UsageNotice = lazy(() => import('./UsageNotice.tsx'))

/** Above a field: that the tokens of the month come to their end. @param isWriting a reply is being written, which uses some */
export function NearLimit({ isWriting }: { isWriting: boolean }) {
  if (!useInstance()?.token_limits) return null
  return (
    <Suspense>
      <UsageNotice isWriting={isWriting} />
    </Suspense>
  )
}
