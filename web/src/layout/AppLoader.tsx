import { constants } from '@parvis/contract'
import { useEffect, useState } from 'react'

/** Time during which the loader is shown, in milliseconds from the start of the page. */
const shownMs = constants.initialLoaderMs

/** Full-screen loader, identical to the one that index.html shows before the code is loaded. */
export function LoaderScreen() {
  return (
    <div className="app-loader">
      <p role="status">Chargement de l'application...</p>
    </div>
  )
}

/** Loader of the first 600 ms. The screen already renders behind it. */
export function AppLoader() {
  const [isShown, setShown] = useState(() => performance.now() < shownMs)
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), Math.max(0, shownMs - performance.now()))
    return () => clearTimeout(timer)
  }, [])
  return isShown ? <LoaderScreen /> : null
}
