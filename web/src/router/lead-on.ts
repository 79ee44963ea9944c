import { currentPlace, navigate } from './address.ts'

/**
 * From the page one is on now to what an answer leads to. Whoever has gone to another page before it comes is not led away from it, be its
 * code still on its way.
 */
export function leadOn(): typeof navigate {
  const { pathname } = currentPlace()
  return (to, options) => {
    if (currentPlace().pathname === pathname) navigate(to, options)
  }
}
