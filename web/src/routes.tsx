import { lazy } from 'react';
import { Route, Routes } from 'react-router';
import { RootLayout } from './layout/RootLayout.tsx';

// Each screen and each layout is a file of its own: the sign-in page must not wait for the navigation, nor home for the chat.
const AppLayout = lazy(async () => ({ default: (await import('./layout/AppLayout.tsx')).AppLayout }));
const HomePage = lazy(async () => ({ default: (await import('./features/home/HomePage.tsx')).HomePage }));
const NotFound = lazy(async () => ({ default: (await import('./layout/NotFound.tsx')).NotFound }));

// Screens with invented people, for the eye; the condition is false in the built application.
const GalleryRoutes = import.meta.env.DEV ? lazy(async () => ({ default: (await import('./gallery/GalleryRoutes.tsx')).GalleryRoutes })) : null;

/** Which screen answers which address. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<RootLayout />}>
        {GalleryRoutes && <Route path="galerie/*" element={<GalleryRoutes />} />}
        <Route element={<AppLayout user={null} onLogout={() => undefined} />}>
          <Route index element={<HomePage user={null} recentConversations={undefined} />} />
          <Route path="*" element={<NotFound />} />
        </Route>
      </Route>
    </Routes>
  );
}
