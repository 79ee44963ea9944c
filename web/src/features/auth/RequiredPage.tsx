import { useUser } from '../../api/session/session.tsx'
import { RequiredPasswordPage } from './RequiredPasswordPage.tsx'
import { RequiredSecondFactorPage } from './RequiredSecondFactorPage.tsx'

/** In the place of every page: what is asked of the person first. */
export const RequiredPage = () => (useUser().must_change_password ? <RequiredPasswordPage /> : <RequiredSecondFactorPage />)
