import { Suspense, useLayoutEffect, useState } from 'react'
import { I18nProvider, RouterProvider } from 'react-aria-components'
import { navigate } from '../router/address.ts'
import { useLocation } from '../router/Router.tsx'
import { Outlet } from '../router/Routes.tsx'
import { NavigationCount } from '../ui/content/PageTitle.tsx'
import { StatusRegion } from '../ui/feedback/StatusRegion.tsx'
import { AppLoader, LoaderScreen } from './AppLoader.tsx'
import { CrashBoundary } from './CrashBoundary.tsx'
import { LeaveDialog } from './drafts/LeaveDialog.tsx'

/** What every screen stands on: French, client-side links, the live region, focus and scroll on a change of path, the first loader. */
export function RootLayout() {
  const count = useNavigationCount()
  return (
    <I18nProvider locale="fr-FR">
      <RouterProvider navigate={follow}>
        <StatusRegion>
          <NavigationCount value={count}>
            <CrashBoundary isRoot>
              <Suspense fallback={<LoaderScreen />}>
                <Outlet />
              </Suspense>
            </CrashBoundary>
          </NavigationCount>
        </StatusRegion>
      </RouterProvider>
      <LeaveDialog />
      <AppLoader />
    </I18nProvider>
  )
}

const follow = (to: string): void => navigate(to)

/** Counts changes of path, and scrolls to the top on each (specification, chapter 2). */
function useNavigationCount(): number {
  const { pathname } = useLocation()
  const [seen, setSeen] = useState({ pathname, count: 0 })
  if (seen.pathname !== pathname) setSeen({ pathname, count: seen.count + 1 })
  useLayoutEffect(() => {
    window.scrollTo(0, 0)
  }, [pathname])
  return seen.count
}
