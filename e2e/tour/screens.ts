import { pages } from '@parvis/contract'
import type { Identity, TourData } from './world.ts'

/** Screen of the product. `path` is its name in the list of addresses of the contract. */
export type TourScreen = { path: string; who: Identity; address(world: TourData): string; name?: string }

const screenAt = (path: string, who: Identity, address: string): TourScreen => ({ path, who, address: () => address })

/** Addresses that only redirect. */
const redirections: readonly string[] = ['chatbotOpenai', 'signedOut']

/** Screens that are not for an administrator, differ between accounts, or need a parameter in their address. */
const listedScreens: readonly TourScreen[] = [
  screenAt('login', 'nobody', '/login'),
  screenAt('signInReturn', 'nobody', '/connexion/retour?error=access_denied'),
  screenAt('register', 'nobody', '/register'),
  screenAt('forgotPassword', 'nobody', '/forgot-password'),
  screenAt('confirmRegistration', 'nobody', '/register/un-jeton-de-passage'),
  screenAt('resetPassword', 'nobody', '/reset-password/un-jeton-de-passage'),
  { ...screenAt('home', 'nobody', '/'), name: 'home-signed-out' },
  screenAt('home', 'person', '/'),
  { ...screenAt('home', 'admin', '/'), name: 'home-admin' },
  screenAt('help', 'nobody', '/docs'),
  screenAt('accessibility', 'nobody', '/accessibilite'),
  screenAt('privacy', 'nobody', '/confidentialite'),
  screenAt('legal', 'nobody', '/mentions-legales'),
  screenAt('siteMap', 'nobody', '/plan-du-site'),
  { ...screenAt('siteMap', 'admin', '/plan-du-site'), name: 'site-map-admin' },
  screenAt('assistants', 'person', '/assistants'),
  {
    path: 'chatbotAssistant',
    who: 'person',
    address: ({ assistant_id, conversation_id, project_id }) =>
      `/chatbot-assistant?assistant=${assistant_id}&project=${project_id}&conversation=${conversation_id}`,
  },
  screenAt('chatbot', 'person', '/chatbot'),
  screenAt('libraryChat', 'person', '/biblio-rag'),
  screenAt('documentChat', 'person', '/document-rag'),
  { path: 'documentSearch', who: 'person', address: ({ search_id }) => `/document-rag?conversation=${search_id}` },
  screenAt('avatars', 'person', '/avatars'),
  screenAt('mySpace', 'person', '/my-space'),
  screenAt('personalPrompts', 'person', '/mes-prompts'),
  screenAt('ownAssistants', 'person', '/mes-assistants'),
  { path: 'ownAssistantVersions', who: 'person', address: ({ own_assistant_id }) => `/mes-assistants/${own_assistant_id}/versions` },
  screenAt('shares', 'person', '/partages'),
  { path: 'share', who: 'person', address: ({ share_id }) => `/partages/${share_id}` },
  screenAt('documents', 'person', '/bibliotheque'),
  screenAt('compare', 'person', '/comparer'),
  { ...screenAt('documents', 'admin', '/bibliotheque'), name: 'documents-admin' },
  screenAt('projects', 'person', '/projects'),
  { path: 'project', who: 'person', address: ({ project_id }) => `/projects/${project_id}` },
  screenAt('writtenDocuments', 'person', '/documents-rediges'),
  { path: 'writtenDocument', who: 'person', address: ({ written_document_id }) => `/documents-rediges/${written_document_id}` },
  screenAt('profile', 'person', '/profile'),
  screenAt('literacy', 'person', '/formation'),
  screenAt('literacyModule', 'person', '/formation/sources'),
  { path: 'assistantVersions', who: 'admin', address: ({ assistant_id }) => `/assistants-admin/${assistant_id}/versions` },
  { path: 'assistantTests', who: 'admin', address: ({ assistant_id }) => `/controles/${assistant_id}` },
  { path: 'registerSheet', who: 'admin', address: ({ register_sheet_id }) => `/gouvernance/registre/${register_sheet_id}` },
  { path: '*', who: 'person', address: () => '/cette-page/n-existe-pas', name: 'not-found' },
]

/** All screens that a person can reach. An address of the application that is not in the list above is checked as an administrator. */
export const screens: readonly TourScreen[] = [
  ...listedScreens,
  ...Object.entries(pages)
    .filter(([path]) => !redirections.includes(path) && !listedScreens.some((screen) => screen.path === path))
    .map(([path, address]) => screenAt(path, 'admin', address)),
]
