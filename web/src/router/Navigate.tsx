import { useEffect } from 'react'
import { navigate, type NavigateOptions } from './address.ts'

/** Leads to another address as soon as it is drawn. */
export function Navigate({ to, replace = false, state = null }: NavigateOptions & { to: string }) {
  useEffect(() => navigate(to, { replace, state, force: true }), [to, replace, state])
  return null
}
