import { constants } from '@parvis/contract'
import { useEffect, useState } from 'react'

/** Time the loader stays from the start of the page, in milliseconds. */
const shownFor = constants.initialLoaderMs

/** Full-screen loader. index.html draws the same one before any code is there. */
export function LoaderScreen() {
  return (
    <div className="app-loader">
      <p role="status">Chargement de l'application...</p>
    </div>
  )
}

/** Ends the 600 ms of the first load; the screen is already being drawn behind it. */
export function AppLoader() {
  const [isShown, setShown] = useState(() => performance.now() < shownFor)
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), Math.max(0, shownFor - performance.now()))
    return () => clearTimeout(timer)
  }, [])
  return isShown ? <LoaderScreen /> : null
}
