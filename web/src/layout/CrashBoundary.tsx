import { Component, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import styles from '../ui/feedback/EmptyState.module.css'
import { PageTitle } from '../ui/content/PageTitle.tsx'

interface CrashBoundaryProps {
  children: ReactNode
  /** Wraps the message in `main`, as no layout around it does. */
  isRoot?: boolean
}

/** Error boundary: replaces a screen that failed to render, or whose code could not be loaded. React requires a class for this. */
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
      {/* Looks like EmptyState but does not import its drawing, which every first page would otherwise load. */}
      <div className={styles.empty}>
        <p className={styles.title}>Cet écran n’a pas pu s’afficher.</p>
        <div className={styles.text}>Ce qui est enregistré l’est toujours. Vérifiez votre connexion, puis rechargez la page.</div>
        <div className={styles.action}>
          <Button variant="primary" onPress={() => location.reload()}>
            Recharger la page
          </Button>
        </div>
      </div>
    </>
  )
}
