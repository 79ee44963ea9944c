import type { GrantKind } from '@parvis/contract'
import { dialogOnDemand } from '../../ui/on-demand.tsx'

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

/** « À qui c’est ouvert »: who may use something, and who may change it. Most visits of a list open none. */
export const GrantsDialog = dialogOnDemand<GrantsDialogProps>(async () => (await import('./OpenGrants.tsx')).OpenGrants)
