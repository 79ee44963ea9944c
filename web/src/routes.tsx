import { pages } from '@parvis/contract'
import { ArrowLeft } from 'lucide-react'
import { Suspense } from 'react'
import { useSession } from './api/browser.ts'
import { RootLayout } from './layout/RootLayout.tsx'
import { paths } from './paths.ts'
import { loadable } from './router/loadable.tsx'
import { preloadRoute, Route, Routes } from './router/Routes.tsx'
import { LinkButton } from './ui/Button.tsx'

// Each screen and each layout is a file of its own: the sign-in page must not wait for the navigation, nor for the pages behind it.
const BareLayout = loadable(async () => (await import('./layout/BareLayout.tsx')).BareLayout)
const LoginPage = loadable(async () => (await import('./features/auth/LoginPage.tsx')).LoginPage)
const SignInReturnPage = loadable(async () => (await import('./features/auth/oidc/OidcCallbackPage.tsx')).OidcCallbackPage)
const SignedOutPage = loadable(async () => (await import('./features/auth/oidc/OidcCallbackPage.tsx')).SignedOutPage)
const RegisterPage = loadable(async () => (await import('./features/auth/RegisterPage.tsx')).RegisterPage)
const ForgotPasswordPage = loadable(async () => (await import('./features/auth/ForgotPasswordPage.tsx')).ForgotPasswordPage)
const ResetPasswordPage = loadable(async () => (await import('./features/auth/ResetPasswordPage.tsx')).ResetPasswordPage)
const ConfirmRegistrationPage = loadable(async () => (await import('./features/auth/ConfirmRegistrationPage.tsx')).ConfirmRegistrationPage)
const HelpPage = loadable(async () => (await import('./features/help/HelpPage.tsx')).HelpPage)
const AccessibilityPage = loadable(async () => (await import('./features/legal/AccessibilityPage.tsx')).AccessibilityPage)
const PrivacyPage = loadable(async () => (await import('./features/legal/PrivacyPage.tsx')).PrivacyPage)
const LegalNoticePage = loadable(async () => (await import('./features/legal/LegalNoticePage.tsx')).LegalNoticePage)
const SiteMapPage = loadable(async () => (await import('./features/site-map/SiteMapPage.tsx')).SiteMapPage)
const AnnouncementBanner = loadable(async () => (await import('./features/announcements/AnnouncementBanner.tsx')).AnnouncementBanner)
const ShellRoutes = loadable(
  async () => (await import('./shell-routes.tsx')).ShellRoutes,
  async (pathname) => (await import('./shell-routes.tsx')).preloadPage(pathname),
)

// Gallery of screens with invented people, in development only: the condition is false in a build.
const GalleryRoutes = import.meta.env.DEV ? loadable(async () => (await import('./gallery/GalleryRoutes.tsx')).GalleryRoutes) : null

const notice = (
  <Suspense>
    <AnnouncementBanner />
  </Suspense>
)

/** Screen of each URL (specification, chapter 2): the pages without the sidebar here, all others in shell-routes.tsx. */
const screens = (
  <Route element={<RootLayout />}>
    {GalleryRoutes && <Route path="/galerie/*" element={<GalleryRoutes />} />}
    <Route element={<BareLayout notice={notice} />}>
      <Route path={paths.login} element={<LoginPage />} />
      <Route path={paths.signInReturn} element={<SignInReturnPage />} />
      <Route path={paths.signedOut} element={<SignedOutPage />} />
      <Route path={paths.register} element={<RegisterPage />} />
      <Route path={paths.forgotPassword} element={<ForgotPasswordPage />} />
      <Route path={pages.confirmRegistration} element={<ConfirmRegistrationPage />} />
      <Route path={pages.resetPassword} element={<ResetPasswordPage />} />
    </Route>
    <Route element={<Reading />}>
      <Route path={paths.help} element={<HelpPage />} />
      <Route path={paths.accessibility} element={<AccessibilityPage />} />
      <Route path={paths.privacy} element={<PrivacyPage />} />
      <Route path={paths.legal} element={<LegalNoticePage />} />
      <Route path={paths.siteMap} element={<SiteMapPage />} />
    </Route>
    <Route path="*" element={<ShellRoutes notice={notice} />} />
  </Route>
)

export const AppRoutes = () => <Routes>{screens}</Routes>

/** Loads the code of the screen of a URL. Never rejects. */
export const preloadScreen = (pathname: string): Promise<void> => preloadRoute(screens, pathname)

/** Layout of the pages to read, with a link to sign-in or back to the application. */
function Reading() {
  const { user } = useSession()
  return (
    <BareLayout
      width="wide"
      notice={user && notice}
      action={
        user ? (
          <LinkButton href={paths.home} icon={<ArrowLeft aria-hidden />}>
            Retour à l’application
          </LinkButton>
        ) : (
          <LinkButton href={paths.login}>Se connecter</LinkButton>
        )
      }
    />
  )
}

Reading.preload = BareLayout.preload
