import { constants } from '@parvis/contract'
import { Suspense, useLayoutEffect, useState, useEffect } from 'react'
import { navigate } from '../router/location.ts'
import { useLocation } from '../router/Router.tsx'
import { Outlet } from '../router/Routes.tsx'
import { Link } from '../router/Link.tsx'
import { LinkRouterContext } from '../ui/Button.tsx'
import { NavigationCount } from '../ui/content/PageTitle.tsx'
import { StatusRegion } from '../ui/feedback/StatusRegion.tsx'
import { CrashBoundary } from './CrashBoundary.tsx'
import { LeaveDialog } from './drafts/LeaveDialog.tsx'

/** Root of all screens: client-side links, live region, focus and scroll on a change of path, first loader, confirmation before losing unsaved changes. */
export function RootLayout() {
  const count = useNavigationCount()
  return (
    <>
      <LinkRouterContext value={following}>
        <StatusRegion>
          <NavigationCount value={count}>
            <CrashBoundary isRoot>
              <Suspense fallback={<LoaderScreen />}>
                <Outlet />
              </Suspense>
            </CrashBoundary>
          </NavigationCount>
        </StatusRegion>
      </LinkRouterContext>
      <LeaveDialog />
      <AppLoader />
    </>
  )
}

const following = { Link, navigate: (to: string): void => navigate(to) }

/** Counts changes of path, and scrolls to the top at each one (specification, chapter 2). */
function useNavigationCount(): number {
  const { pathname } = useLocation()
  const [seen, setSeen] = useState({ pathname, count: 0 })
  if (seen.pathname !== pathname) setSeen({ pathname, count: seen.count + 1 })
  useLayoutEffect(() => {
    window.scrollTo(0, 0)
  }, [pathname])
  return seen.count
}

/** Time during which the loader is shown, in milliseconds from the start of the page. */
const shownMs = constants.initialLoaderMs

/** Full-screen loader, identical to the one that index.html shows before the code is loaded. */
function LoaderScreen() {
  return (
    <div className="app-loader">
      <p role="status">Chargement de l'application...</p>
    </div>
  )
}

/** Loader of the first 600 ms. The screen already renders behind it. */
function AppLoader() {
  const [isShown, setShown] = useState(() => performance.now() < shownMs)
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), Math.max(0, shownMs - performance.now()))
    return () => clearTimeout(timer)
  }, [])
  return isShown ? <LoaderScreen /> : null
}
