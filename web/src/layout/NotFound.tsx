import { paths } from '../paths.ts'
import { LinkButton } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { PageTitle } from '../ui/content/PageTitle.tsx'

/** Page of an unknown URL. */
export function NotFound() {
  return (
    <>
      <PageTitle>Page introuvable</PageTitle>
      <EmptyState
        motif="recherche"
        title="Cette adresse ne mène à aucune page."
        action={
          <LinkButton href={paths.home} variant="primary">
            Revenir à l’accueil
          </LinkButton>
        }
      >
        Le lien est peut-être incomplet, ou la page a changé de place. Rien de votre travail n’est perdu.
      </EmptyState>
    </>
  )
}
