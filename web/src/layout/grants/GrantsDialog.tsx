import { lazy, Suspense } from 'react'
import type { GrantKind } from '@parvis/contract'

export interface GrantsDialogProps {
  kind: GrantKind
  id: string
  /** What is opened or closed, as its list names it. */
  name: string
  /** It is somebody else's, and one manages it. */
  isManaged?: boolean
  onClose: () => void
  /** Told what was done, in a sentence. */
  onDone: (sentence: string) => void
}

const OpenGrants = lazy(async () => ({ default: (await import('./OpenGrants.tsx')).OpenGrants }))

/** « À qui c’est ouvert »: who may use something, and who may change it. Most visits of a list open none. */
export function GrantsDialog(props: GrantsDialogProps) {
  return (
    <Suspense>
      <OpenGrants {...props} />
    </Suspense>
  )
}
