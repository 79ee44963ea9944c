import { routes, type RecentConversation } from '@parvis/contract'
import { queryFor, queryClient } from '../api/queries.ts'
import { sampleConversation } from '../chat/sample-conversation.ts'
import { SidebarRecents } from '../features/conversations/recents/SidebarRecents.tsx'
import { HomePage } from '../features/home/HomePage.tsx'
import { AppLayout } from '../layout/AppLayout.tsx'
import { Route, Routes } from '../router/Routes.tsx'
import { ComposerGallery } from './ComposerGallery.tsx'
import { DeskGallery } from './DeskGallery.tsx'
import { Gallery } from './Gallery.tsx'
import { MarkdownGallery } from './MarkdownGallery.tsx'

const ignore = () => undefined

const person = {
  username: 'nlambert',
  email: 'noe.lambert@mairie-exemple.fr',
  first_name: 'Noé',
  last_name: 'Lambert',
  is_admin: false,
  previous_login: '2026-03-01T10:00:00Z',
}
const administrator = {
  username: 'cbrehat',
  email: 'camille.brehat@agglo-exemple.fr',
  first_name: 'Camille',
  last_name: 'Bréhat',
  is_admin: true,
  previous_login: '2026-03-01T10:00:00Z',
}
const conversations = [
  {
    id: '1',
    title: 'Délibération sur la tarification de la cantine scolaire',
    updated_at: new Date().toISOString(),
    assistant_id: 'a',
    assistant_name: 'Rédacteur de délibérations',
  },
  {
    id: '2',
    title: 'Courrier de réponse à une demande de subvention de l’association sportive des trois vallées',
    updated_at: new Date(Date.now() - 864e5).toISOString(),
    assistant_id: 'b',
    assistant_name: 'Courriers',
  },
  { id: '3', title: 'Plan de communication', updated_at: new Date(Date.now() - 3 * 864e5).toISOString(), assistant_id: null, assistant_name: null },
]

const recentConversation = (id: string, title: string, state: Partial<RecentConversation>): RecentConversation => ({
  ...sampleConversation,
  id,
  title,
  reply: null,
  ...state,
})

// Sample data for the menu beside every page, with a time in the future so that it never becomes stale: no request is sent.
queryClient.setQueryData(
  queryFor(routes.conversations.recent).queryKey,
  {
    conversations: [
      recentConversation('1', 'Délibération sur la tarification de la cantine scolaire', { pinned: true }),
      recentConversation('2', 'Courrier de réponse à une demande de subvention de l’association sportive des trois vallées', { reply: 'running' }),
      recentConversation('3', 'Plan de communication', { reply: 'unseen' }),
      recentConversation('4', 'Marché de voirie', {}),
    ],
  },
  { updatedAt: Date.now() + 1e12 },
)

/** Screens with invented people, for visual review. Development only. */
export function GalleryRoutes() {
  return (
    <Routes>
      <Route element={<AppLayout user={person} onLogout={ignore} recentConversations={<SidebarRecents />} onSearch={ignore} />}>
        <Route path="/galerie/kit" element={<Gallery />} />
        <Route path="/galerie/champ" element={<ComposerGallery />} />
        <Route path="/galerie/document" element={<DeskGallery />} />
        <Route path="/galerie/texte" element={<MarkdownGallery />} />
        <Route path="/galerie/accueil" element={<HomePage user={person} work={{ conversations: conversations }} />} />
        <Route path="/galerie/attente" element={<HomePage user={person} isLate />} />
      </Route>
      <Route element={<AppLayout user={administrator} onLogout={ignore} recentConversations={<SidebarRecents />} onSearch={ignore} />}>
        <Route path="/galerie/admin" element={<HomePage user={administrator} work={{ conversations: [] }} />} />
      </Route>
    </Routes>
  )
}
