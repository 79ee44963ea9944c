import { useState, type ReactNode } from 'react'
import { onDemand } from '../../ui/on-demand.tsx'

const PastedKey = onDemand(async () => (await import('./PastedKey.tsx')).PastedKey)

/** Pattern of an API key. */
const keyPattern = /\b(prv_\w{6})\w{43}\b/g

/**
 * Masks the API keys in what is typed in a message, so that they are neither shown nor sent.
 * @returns `onType`, for the field, and `notice`, the warning to show near it
 */
export function useKeyMask(onType: (text: string) => void): { onType: (typed: string) => void; notice: ReactNode } {
  const [hasKey, setHasKey] = useState(false)
  return {
    notice: hasKey && <PastedKey onDismiss={() => setHasKey(false)} />,
    onType(typed) {
      const text = typed.replace(keyPattern, '$1…')
      if (text !== typed) setHasKey(true)
      onType(text)
    },
  }
}
