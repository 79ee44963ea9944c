import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './ui/tokens.css'
import './ui/fonts.css'
import './ui/base.css'
import { session } from './api/browser.ts'
import { askInstance } from './api/use-instance.ts'
import { Router } from './router/Router.tsx'
import { AppRoutes, preloadScreen } from './routes.tsx'

// Who is signed in is asked while the screen's code is on its way. Until the first draw, index.html shows the loader.
void session.verify()
// So is what nearly every screen says of the installation: told after the first draw, it would move what is being read.
void askInstance().catch(() => undefined)
// Not awaited at the top of the module: a screen whose file shares parts with this one would wait for it in turn.
void preloadScreen(location.pathname).then(draw)

function draw(): void {
  const root = createRoot(document.getElementById('root')!)
  // In slices: a slow telephone answers the finger meanwhile.
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
