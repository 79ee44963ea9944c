import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './ui/tokens.css'
import './ui/fonts.css'
import './ui/base.css'
import { SessionProvider } from './api/session.tsx'
import { Router } from './router/Router.tsx'
import { AppRoutes } from './routes.tsx'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Router>
      <SessionProvider>
        <AppRoutes />
      </SessionProvider>
    </Router>
  </StrictMode>,
)
