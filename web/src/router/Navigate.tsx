import { useEffect } from 'react'
import { navigate, type NavigateOptions } from './location.ts'

/** Navigates to another URL as soon as it is mounted, even if the page has unsaved changes. */
export function Navigate({ to, replace = false, state = null }: NavigateOptions & { to: string }) {
  useEffect(() => navigate(to, { replace, state, force: true }), [to, replace, state])
  return null
}
