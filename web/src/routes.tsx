import { createBrowserRouter, type RouteObject } from 'react-router';
import { HomePage } from './features/home/HomePage.tsx';
import { AppLayout } from './layout/AppLayout.tsx';
import { NotFound } from './layout/NotFound.tsx';
import { RootLayout } from './layout/RootLayout.tsx';

/** Parts of the kit and the layout under other eyes than the product's; the condition is false in the built application. */
const gallery: RouteObject[] = import.meta.env.DEV
  ? [{ path: 'galerie/*', lazy: async () => ({ Component: (await import('./gallery/GalleryRoutes.tsx')).GalleryRoutes }) }]
  : [];

const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    children: [
      ...gallery,
      {
        element: <AppLayout user={null} onLogout={() => undefined} />,
        children: [
          { index: true, element: <HomePage user={null} recentConversations={undefined} /> },
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
];

export const router = createBrowserRouter(routes);
