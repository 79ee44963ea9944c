import { Suspense, lazy, useEffect, useState } from 'react'
import { leaving } from '../router/leaving.ts'

const load = () => import('./LeaveQuestion.tsx')
const LeaveQuestion = lazy(async () => ({ default: (await load()).LeaveQuestion }))

/** Has the question at hand before it is needed: by then the network may be away. */
export const prepareLeaveQuestion = (): void => void load().catch(() => {})

/** Asks once before a text that is not saved is left behind, whatever leaves it: a link, the browser's back, Escape, « Annuler ». */
export function LeaveDialog() {
  const [leave, setLeave] = useState<(() => void) | null>(null)
  useEffect(() => {
    const ask = (event: Event) => setLeave(() => (event as CustomEvent<() => void>).detail)
    window.addEventListener(leaving, ask)
    return () => window.removeEventListener(leaving, ask)
  }, [])
  if (leave === null) return null
  return (
    <Suspense fallback={null}>
      <LeaveQuestion leave={leave} onClose={() => setLeave(null)} />
    </Suspense>
  )
}
