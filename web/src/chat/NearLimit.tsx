import { useInstance } from '../api/use-instance.ts'
import { onDemand } from '../ui/on-demand.tsx'

// Only where somebody set a limit.
const UsageNotice = onDemand(async () => (await import('./UsageNotice.tsx')).default)

/** Above a field: that the tokens of the month come to their end. @param isWriting a reply is being written, which uses some */
export function NearLimit({ isWriting }: { isWriting: boolean }) {
  return useInstance()?.token_limits ? <UsageNotice isWriting={isWriting} /> : null
}
