import { useUser } from '../../api/session/session.tsx'
import { RequiredPasswordPage } from './RequiredPasswordPage.tsx'
import { RequiredSecondFactorPage } from './RequiredSecondFactorPage.tsx'

/** Page shown instead of any other while the account must change its password or set up a second factor. */
export const RequiredPage = () => (useUser().must_change_password ? <RequiredPasswordPage /> : <RequiredSecondFactorPage />)
