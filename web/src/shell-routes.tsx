import { pages } from '@parvis/contract'
import { Suspense, useCallback, useEffect, useState, type ReactNode } from 'react'
import { session, useSession } from './api/browser.ts'
import { settleCharter, useCharterRequest } from './api/charter-request.ts'
import { useInstance } from './api/use-instance.ts'
import { AccessGuard, SessionCheck } from './features/auth/AccessGuard.tsx'
import { PasswordAdvice } from './features/auth/PasswordAdvice.tsx'
import { SignInDialog } from './features/auth/again/SignInDialog.tsx'
import { HomePage, type HomePageProps, type HomeData } from './features/home/HomePage.tsx'
import { openShareDialog, useShareTarget } from './chat/conversation/share-target.ts'
import { AppLayout } from './layout/AppLayout.tsx'
import { CharterDialog } from './layout/dialogs-on-demand.ts'
import { confirmSignOut } from './layout/sign-out.ts'
import { useOffers } from './layout/undo/undoable.ts'
import { paths } from './paths.ts'
import { Navigate } from './router/Link.tsx'
import { useLocation } from './router/Router.tsx'
import { loadable } from './router/loadable.tsx'
import { dialogOnDemand, onDemand, alertDownloadFailure } from './ui/on-demand.tsx'
import { preloadRoute, Route, Routes } from './router/Routes.tsx'

const QueryCacheProvider = loadable(async () => (await import('./api/QueryCacheProvider.tsx')).QueryCacheProvider)
const BareLayout = loadable(async () => (await import('./layout/BareLayout.tsx')).BareLayout)
const RequiredPage = loadable(async () => (await import('./features/auth/RequiredPage.tsx')).RequiredPage)
const NotFound = loadable(async () => (await import('./layout/NotFound.tsx')).NotFound)
const NewConversationField = loadable(async () => (await import('./chat/begin/NewConversationField.tsx')).NewConversationField)
const RecentReader = loadable(async () => (await import('./features/home/HomeDataLoader.tsx')).HomeDataLoader)
const CataloguePage = loadable(async () => (await import('./features/assistants/catalogue/CataloguePage.tsx')).CataloguePage)
const AssistantChatPage = loadable(async () => (await import('./features/chat/assistant/AssistantChatPage.tsx')).AssistantChatPage)
const ProjectsPage = loadable(async () => (await import('./features/projects/ProjectsPage.tsx')).ProjectsPage)
const ProjectPage = loadable(async () => (await import('./features/projects/ProjectPage.tsx')).ProjectPage)
const WrittenDocumentsPage = loadable(async () => (await import('./features/written-documents/WrittenDocumentsPage.tsx')).WrittenDocumentsPage)
const WrittenDocumentPage = loadable(async () => (await import('./features/written-documents/WrittenDocumentPage.tsx')).WrittenDocumentPage)
const PromptsPage = loadable(async () => (await import('./features/prompts/PromptsPage.tsx')).PromptsPage)
const ProfilePage = loadable(async () => (await import('./features/profile/ProfilePage.tsx')).ProfilePage)
const MySpacePage = loadable(async () => (await import('./features/conversations/MySpacePage.tsx')).MySpacePage)
const PersonalPromptsPage = loadable(async () => (await import('./features/prompts/PersonalPromptsPage.tsx')).PersonalPromptsPage)
const Shares = loadable(async () => (await import('./features/shares/SharesPage.tsx')).Shares)
const ShareDialog = dialogOnDemand(async () => (await import('./features/shares/ShareDialog.tsx')).ShareDialog, 'Le partage n’a pas pu être ouvert')
const AvatarsPage = loadable(async () => (await import('./features/assistants/avatars/AvatarsPage.tsx')).AvatarsPage)
const SimpleChatbotPage = loadable(async () => (await import('./features/chat/simple/SimpleChatbotPage.tsx')).SimpleChatbotPage)
const AnnouncementPage = loadable(async () => (await import('./features/announcements/AnnouncementPage.tsx')).AnnouncementPage)
const DashboardPage = loadable(async () => (await import('./features/dashboard/DashboardPage.tsx')).DashboardPage)
const OpinionsPage = loadable(async () => (await import('./features/feedback/OpinionsPage.tsx')).OpinionsPage)
const RecentErrorsPage = loadable(async () => (await import('./features/recent-errors/RecentErrorsPage.tsx')).RecentErrorsPage)
const AuditTrailPage = loadable(async () => (await import('./features/audit/AuditTrailPage.tsx')).AuditTrailPage)
const AssistantTestsPage = loadable(async () => (await import('./features/assistants/tests/AssistantTestsPage.tsx')).AssistantTestsPage)
const AssistantVersionsPage = loadable(async () => (await import('./features/assistants/versions/AssistantVersionsPage.tsx')).AssistantVersionsPage)
const UsersPage = loadable(async () => (await import('./features/users/UsersPage.tsx')).UsersPage)
const AssistantsAdminPage = loadable(async () => (await import('./features/assistants/admin/AssistantsAdminPage.tsx')).AssistantsAdminPage)
const TeamsPage = loadable(async () => (await import('./features/teams/TeamsPage.tsx')).TeamsPage)
const OwnAssistantsPage = loadable(async () => (await import('./features/assistants/own/OwnAssistantsPage.tsx')).OwnAssistantsPage)
const CategoriesPage = loadable(async () => (await import('./features/categories/CategoriesPage.tsx')).CategoriesPage)
const DocumentCategoriesPage = loadable(async () => (await import('./features/categories/DocumentCategoriesPage.tsx')).DocumentCategoriesPage)
const PacksPage = loadable(async () => (await import('./features/packs/PacksPage.tsx')).PacksPage)
const CorporaPage = loadable(async () => (await import('./features/corpora/CorporaPage.tsx')).CorporaPage)
const CharterPage = loadable(async () => (await import('./features/charter/CharterPage.tsx')).CharterPage)
const LiteracyPage = loadable(async () => (await import('./features/literacy/LiteracyPages.tsx')).LiteracyPage)
const LiteracyModulePage = loadable(async () => (await import('./features/literacy/LiteracyPages.tsx')).LiteracyModulePage)
const LiteracyFiguresPage = loadable(async () => (await import('./features/literacy/LiteracyFiguresPage.tsx')).LiteracyFiguresPage)
const RegisterPage = loadable(async () => (await import('./features/register/RegisterPage.tsx')).RegisterPage)
const RegisterSheetPage = loadable(async () => (await import('./features/register/RegisterSheetPage.tsx')).RegisterSheetPage)
const LetterheadsPage = loadable(async () => (await import('./features/letterheads/LetterheadsPage.tsx')).LetterheadsPage)
const RetentionPage = loadable(async () => (await import('./features/retention/RetentionPage.tsx')).RetentionPage)
const LibraryChatPage = loadable(async () => (await import('./features/library/LibraryChatPage.tsx')).LibraryChatPage)
const DocumentSearchPage = loadable(async () => (await import('./features/library/document-search/DocumentSearchPage.tsx')).DocumentSearchPage)
const DocumentBasePage = loadable(async () => (await import('./features/documents/DocumentBasePage.tsx')).DocumentBasePage)
const ComparePage = loadable(async () => (await import('./features/comparison/ComparePage.tsx')).ComparePage)
const Palette = dialogOnDemand(async () => (await import('./features/palette/Palette.tsx')).Palette, 'La recherche n’a pas pu être ouverte')
const ChangeListener = onDemand(async () => (await import('./api/ChangeListener.tsx')).ChangeListener)
const AtHand = onDemand(async () => (await import('./features/conversations/recents/SidebarRecents.tsx')).SidebarRecents)
const EntryCount = onDemand(async () => (await import('./features/conversations/recents/SidebarRecents.tsx')).EntryCount)
const UndoBar = onDemand(async () => (await import('./layout/undo/UndoBar.tsx')).UndoBar, {
  onMissing: () => alertDownloadFailure('Ce que vous venez de faire ne peut pas être annulé pour le moment'),
})
const SessionExpiry = loadable(async () => (await import('./features/documents/SessionExpiry.tsx')).SessionExpiry)
const ReadingRoute = loadable(async () => (await import('./features/documents/viewer/ReadingRoute.tsx')).ReadingRoute)

/** Pages with the sidebar. A person who must choose another password, or set up a second factor, sees `RequiredPage` at every URL. */
export function ShellRoutes({ notice }: { notice: ReactNode }) {
  const { user } = useSession()
  if (user?.must_change_password || user?.must_set_second_factor)
    return (
      <>
        <Routes>
          <Route element={<BareLayout />}>
            <Route element={<QueryCacheProvider />}>
              <Route path="*" element={<RequiredPage />} />
            </Route>
          </Route>
        </Routes>
        <SignInDialog />
      </>
    )
  return <Routes>{screens(notice)}</Routes>
}

const screens = (notice: ReactNode) => (
  <Route element={<Shell notice={notice} />}>
    <Route path={paths.home} element={<Home />} />
    <Route element={<AccessGuard />}>
      <Route element={<QueryCacheProvider />}>
        <Route path={paths.assistants} element={<CataloguePage />} />
        <Route element={<ReadingRoute />}>
          <Route path={pages.chatbotAssistant} element={<AssistantChatPage />} />
          <Route path={pages.chatbot} element={<SimpleChatbotPage />} />
          <Route path={paths.libraryChat} element={<LibraryChatPage />} />
          <Route path={paths.documentChat} element={<DocumentSearchPage />} />
          <Route path={pages.share} element={<Shares />} />
        </Route>
        {/* The specification lists this URL without describing its screen (chapter 2): it redirects to the simple chatbot. */}
        <Route path={paths.chatbotOpenai} element={<Navigate to={paths.chatbot()} replace />} />
        <Route path={paths.avatars} element={<AvatarsPage />} />
        <Route path={paths.mySpace} element={<MySpacePage />} />
        <Route path={paths.personalPrompts} element={<PersonalPromptsPage />} />
        <Route path={paths.ownAssistants} element={<OwnAssistantsPage />} />
        <Route path={pages.assistantTests} element={<AssistantTestsPage />} />
        <Route path={pages.ownAssistantVersions} element={<AssistantVersionsPage />} />
        <Route path={paths.shares} element={<Shares />} />
        <Route path={paths.projects} element={<ProjectsPage />} />
        <Route element={<ReadingRoute isOver />}>
          <Route path={pages.project} element={<ProjectPage />} />
          <Route path={paths.compare} element={<ComparePage />} />
        </Route>
        <Route path={paths.writtenDocuments} element={<WrittenDocumentsPage />} />
        <Route path={pages.writtenDocument} element={<WrittenDocumentPage />} />
        <Route path={paths.literacy} element={<LiteracyPage />} />
        <Route path={pages.literacyModule} element={<LiteracyModulePage />} />
        <Route path={paths.profile} element={<ProfilePage />} />
        <Route path={paths.teams} element={<TeamsPage />} />
      </Route>
    </Route>
    <Route element={<SessionExpiry />}>
      <Route element={<AccessGuard />}>
        <Route element={<QueryCacheProvider />}>
          <Route path={paths.documents} element={<DocumentBasePage />} />
        </Route>
      </Route>
    </Route>
    <Route element={<AccessGuard isAdminOnly />}>
      <Route element={<QueryCacheProvider />}>
        <Route path={paths.users} element={<UsersPage />} />
        <Route path={paths.assistantsAdmin} element={<AssistantsAdminPage />} />
        <Route path={paths.prompts} element={<PromptsPage />} />
        <Route path={paths.categories} element={<CategoriesPage />} />
        <Route path={paths.documentCategories} element={<DocumentCategoriesPage />} />
        <Route path={paths.corpora} element={<CorporaPage />} />
        <Route path={paths.packs} element={<PacksPage />} />
        <Route path={pages.assistantVersions} element={<AssistantVersionsPage />} />
        <Route path={paths.dashboard} element={<DashboardPage />} />
        <Route path={paths.opinions} element={<OpinionsPage />} />
        <Route path={paths.recentErrors} element={<RecentErrorsPage />} />
        <Route path={paths.auditTrail} element={<AuditTrailPage />} />
        <Route path={paths.announcement} element={<AnnouncementPage />} />
        <Route path={paths.literacyFigures} element={<LiteracyFiguresPage />} />
        <Route path={paths.charter} element={<CharterPage />} />
        <Route path={paths.registerOfUses} element={<RegisterPage />} />
        <Route path={pages.registerSheet} element={<RegisterSheetPage />} />
        <Route path={paths.letterheads} element={<LetterheadsPage />} />
        <Route path={paths.retention} element={<RetentionPage />} />
      </Route>
    </Route>
    <Route path="*" element={<NotFound />} />
  </Route>
)

/** Loads the code of a page. Does nothing if nobody is signed in: the access guard redirects to sign-in first. */
export async function preloadPage(pathname: string): Promise<void> {
  if (session.state().status !== 'anonymous') await preloadRoute(screens(null), pathname)
}

function Shell({ notice }: { notice: ReactNode }) {
  const { status, user } = useSession()
  const { pathname } = useLocation()
  const [isSearching, setSearching] = useState(false)
  const search = useCallback(() => setSearching(true), [])
  const isUndoable = useOffers().length > 0
  const isCharterDue = useCharterRequest()
  const shareTarget = useShareTarget()
  usePaletteKey(search, user !== null)
  return (
    <>
      <AppLayout
        user={user}
        isWaiting={status === 'loading'}
        notice={user && notice}
        recentConversations={user && <AtHand key={user.id} />}
        {...(user && { onSearch: search, count: EntryCount })}
        onLogout={confirmSignOut}
      />
      {user && isUndoable && <UndoBar />}
      {user && shareTarget && <ShareDialog key={shareTarget.id} conversation={shareTarget} onClose={() => openShareDialog(null)} />}
      {user && isCharterDue && <CharterDialog isAwaited onClose={(isAccepted = false) => settleCharter(isAccepted)} />}
      {user && isSearching && <Palette onClose={() => setSearching(false)} />}
      {status === 'authenticated' && <ChangeListener />}
      {/* The document base redirects to sign-in by itself (specification, chapter 8). */}
      {pathname !== paths.documents && <SignInDialog />}
    </>
  )
}

function Home() {
  const { status, user } = useSession()
  const instance = useInstance()
  if (status === 'loading') return <SessionCheck />
  return (
    <>
      <PasswordAdvice />
      {user ? <PersonalHome key={user.id} user={user} instance={instance} /> : <HomePage user={null} instance={instance} />}
    </>
  )
}

/** Maximum time, in milliseconds, that the rest of home waits for the person's recent work. */
const maxWaitMs = 2_500

/** Home of one person. Keyed by user id, so that the state is lost with the user. */
function PersonalHome({ user, instance }: Pick<HomePageProps, 'instance'> & { user: NonNullable<HomePageProps['user']> }) {
  const [work, setWork] = useState<HomeData>({})
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), maxWaitMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <Suspense>
        <RecentReader onRead={setWork} />
      </Suspense>
      <HomePage
        user={user}
        work={work}
        isLate={isLate}
        instance={instance}
        composer={
          <Suspense>
            <NewConversationField draftKey="home" placeholder="Que voulez-vous écrire, comprendre ou retrouver ?" />
          </Suspense>
        }
      />
    </>
  )
}

Home.preload = async (pathname: string) => {
  await Promise.all([HomePage, RecentReader, NewConversationField].map((part) => part.preload(pathname)))
}

/** Opens the global search with Ctrl+K or ⌘+K, unless a dialog is open. */
function usePaletteKey(onOpen: () => void, isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled) return undefined
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.defaultPrevented) return
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return
      event.preventDefault()
      onOpen()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [onOpen, isEnabled])
}
