import type { GrantKind } from '@parvis/contract'
import { dialogOnDemand } from '../../ui/on-demand.tsx'

export interface GrantsDialogProps {
  kind: GrantKind
  id: string
  /** Name of the object whose grants are edited. */
  name: string
  /** Whether the caller manages it for its owner. */
  isManaged?: boolean
  onClose: () => void
  /** Called with a sentence after a save. */
  onDone: (sentence: string) => void
}

/** Dialog « À qui c’est ouvert »: who may use an object, and who may edit it. Loaded on demand. */
export const GrantsDialog = dialogOnDemand<GrantsDialogProps>(async () => (await import('./OpenGrants.tsx')).OpenGrants)
