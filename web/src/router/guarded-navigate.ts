import { currentLocation, navigate } from './location.ts'

/** Returns a `navigate` for use after an answer: it does nothing if the user has gone to another page meanwhile. */
export function guardedNavigate(): typeof navigate {
  const { pathname } = currentLocation()
  return (to, options) => {
    if (currentLocation().pathname === pathname) navigate(to, options)
  }
}
