import { dialogOnDemand } from '../../ui/on-demand.tsx'
import type { GrantsDialogProps } from './OpenGrants.tsx'

/** Dialog « À qui c’est ouvert »: who may use an object, and who may edit it. Loaded on demand. */
export const GrantsDialog = dialogOnDemand<GrantsDialogProps>(async () => (await import('./OpenGrants.tsx')).OpenGrants)
