import { useEffect, useState } from 'react'

/** The value once it has rested for `delay` milliseconds; an empty text at once, since clearing is a decision. */
export function useDebounced(value: string, delay: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return settled
}
