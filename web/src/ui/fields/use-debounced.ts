import { useEffect, useState } from 'react'

/** Returns the value once it has not changed for `delay` milliseconds. An empty text is returned without delay, because clearing a field is deliberate. */
export function useDebounced(value: string, delay: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return settled
}
