import { HomePage } from '../features/home/HomePage.tsx'
import { AppLayout } from '../layout/AppLayout.tsx'
import { Route, Routes } from '../router/Routes.tsx'
import { ComposerGallery } from './ComposerGallery.tsx'
import { Gallery } from './Gallery.tsx'
import { MarkdownGallery } from './MarkdownGallery.tsx'

const person = { username: 'nlambert', email: 'noe.lambert@mairie-exemple.fr', first_name: 'Noé', last_name: 'Lambert', is_admin: false }
const administrator = { username: 'cbrehat', email: 'camille.brehat@agglo-exemple.fr', first_name: 'Camille', last_name: 'Bréhat', is_admin: true }
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

/** Screens with invented people, for the eye. Development only. */
export function GalleryRoutes() {
  return (
    <Routes>
      <Route element={<AppLayout user={person} onLogout={() => undefined} />}>
        <Route path="/galerie/kit" element={<Gallery />} />
        <Route path="/galerie/champ" element={<ComposerGallery />} />
        <Route path="/galerie/texte" element={<MarkdownGallery />} />
        <Route path="/galerie/accueil" element={<HomePage user={person} work={{ conversations: conversations }} />} />
        <Route path="/galerie/attente" element={<HomePage user={person} work={{ conversations: undefined }} />} />
      </Route>
      <Route element={<AppLayout user={administrator} onLogout={() => undefined} />}>
        <Route path="/galerie/admin" element={<HomePage user={administrator} work={{ conversations: [] }} />} />
      </Route>
    </Routes>
  )
}
