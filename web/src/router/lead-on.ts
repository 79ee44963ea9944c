import { currentPlace, navigate } from './address.ts'

/** Returns a `navigate` for use after an answer: it does nothing if the user has gone to another page meanwhile. */
export function leadOn(): typeof navigate {
  const { pathname } = currentPlace()
  return (to, options) => {
    if (currentPlace().pathname === pathname) navigate(to, options)
  }
}
