import { constants } from '@parvis/contract'
import { useEffect } from 'react'
import { useSession } from '../../api/browser.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/location.ts'
import { useLocation } from '../../router/Router.tsx'
import { Outlet } from '../../router/Routes.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { documentMessages } from './document-messages.ts'

/**
 * Layout of the document base: an expired session shows a message and redirects to sign-in after 2 s (specification, chapter 8). With an invalid token on
 * entry, the access guard inside shows its own message.
 */
export function SessionExpiry() {
  const { status, user } = useSession()
  const { pathname, search } = useLocation()
  const from = `${pathname}${search}`
  useEffect(() => {
    if (status !== 'ended') return
    const timer = setTimeout(() => navigate(paths.login, { state: { from }, force: true }), constants.sessionExpiredRedirectMs)
    return () => clearTimeout(timer)
  }, [status, from])
  return (
    <>
      {status === 'ended' && user !== null && <Banner tone="error">{documentMessages.expired}</Banner>}
      <Outlet />
    </>
  )
}
