import { Component, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { PageTitle } from '../ui/content/PageTitle.tsx'

interface CrashBoundaryProps {
  children: ReactNode
  /** Nothing around it is the `main` of the page. */
  isRoot?: boolean
}

/** Stands in for a screen that failed to draw, or whose code could not be fetched. React takes only a class for this. */
export class CrashBoundary extends Component<CrashBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return this.props.isRoot ? (
      <main id="contenu" tabIndex={-1}>
        <CrashScreen />
      </main>
    ) : (
      <CrashScreen />
    )
  }
}

function CrashScreen() {
  return (
    <>
      <PageTitle isHidden>Une erreur est survenue</PageTitle>
      <EmptyState
        motif="document"
        title="Cet écran n’a pas pu s’afficher."
        action={
          <Button variant="primary" onPress={() => location.reload()}>
            Recharger la page
          </Button>
        }
      >
        Ce qui est enregistré l’est toujours. Vérifiez votre connexion, puis rechargez la page.
      </EmptyState>
    </>
  )
}
