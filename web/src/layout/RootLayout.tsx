import { Suspense, useLayoutEffect, useState } from 'react'
import { I18nProvider, RouterProvider } from 'react-aria-components'
import { Outlet, useHref, useLocation, useNavigate } from 'react-router'
import { NavigationCount } from '../ui/PageTitle.tsx'
import { StatusRegion } from '../ui/StatusRegion.tsx'
import { AppLoader, LoaderScreen } from './AppLoader.tsx'
import { CrashBoundary } from './CrashBoundary.tsx'

/** What every screen stands on: French, client-side links, the live region, focus and scroll on a change of path, the first loader. */
export function RootLayout() {
  const navigate = useNavigate()
  const count = useNavigationCount()
  return (
    <I18nProvider locale="fr-FR">
      <RouterProvider navigate={(to) => void navigate(to)} useHref={useHref}>
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
      <AppLoader />
    </I18nProvider>
  )
}

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
