import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './ui/tokens.css'
import './ui/fonts.css'
import './ui/base.css'
import { session } from './api/browser.ts'
import { fetchInstance } from './api/use-instance.ts'
import { Router } from './router/Router.tsx'
import { AppRoutes, preloadScreen } from './routes.tsx'

// The session is verified while the screen's code loads. Until the first render, index.html shows the loader.
void session.verify()
// Requested early as well: facts about the installation shown after the first render would shift the page being read.
void fetchInstance().catch(() => undefined)
// No top-level await: a screen whose chunk shares modules with this one would wait for it in turn.
void preloadScreen(location.pathname).then(renderApp)

function renderApp(): void {
  const root = createRoot(document.getElementById('root')!)
  // A transition renders in slices, so that a slow telephone still responds to touch.
  startTransition(() =>
    root.render(
      <StrictMode>
        <Router>
          <AppRoutes />
        </Router>
      </StrictMode>,
    ),
  )
}
