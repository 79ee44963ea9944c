import { Suspense, useLayoutEffect, useState } from 'react'
import { navigate } from '../router/location.ts'
import { useLocation } from '../router/Router.tsx'
import { Outlet } from '../router/Routes.tsx'
import { Link } from '../router/Link.tsx'
import { LinkRouterContext } from '../ui/AppLink.tsx'
import { NavigationCount } from '../ui/content/PageTitle.tsx'
import { StatusRegion } from '../ui/feedback/StatusRegion.tsx'
import { AppLoader, LoaderScreen } from './AppLoader.tsx'
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
