import { ArrowLeft } from 'lucide-react'
import { isNotFound } from '../../api/transport/api-error.ts'
import { paths } from '../../paths.ts'
import { useParams } from '../../router/Routes.tsx'
import { LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { ProjectDetail } from './ProjectDetail.tsx'
import styles from './Projects.module.css'
import { useProject } from './use-projects.ts'

/** Page of a project: `/projects/{projectId}`. */
export function ProjectPage() {
  const { projectId = '' } = useParams()
  const project = useProject(projectId)
  return (
    <div className={styles.page}>
      <p className={styles.back}>
        <LinkButton variant="quiet" size="s" icon={<ArrowLeft aria-hidden />} href={paths.projects}>
          Retour à la liste
        </LinkButton>
      </p>
      {project.data ? (
        <ProjectDetail key={project.data.id} project={project.data} missingError={isNotFound(project.error) ? project.error : null} />
      ) : (
        <NoProject query={project} />
      )}
    </div>
  )
}

function NoProject({ query: project }: { query: ReturnType<typeof useProject> }) {
  const { error } = project
  const isMissing = isNotFound(error)
  return (
    <>
      <PageTitle tabTitle="Projet" isHidden={error === null || isMissing}>
        Projet
      </PageTitle>
      {isMissing ? (
        <>
          <ErrorMessage>Impossible de charger les détails du projet.</ErrorMessage>
          <EmptyState motif="recherche" title="Ce projet est introuvable" action={<LinkButton href={paths.projects}>Voir vos projets</LinkButton>}>
            Il a peut-être été supprimé, ou il appartient à une autre personne.
          </EmptyState>
        </>
      ) : error ? (
        <ErrorMessage query={project}>Impossible de charger les détails du projet.</ErrorMessage>
      ) : (
        <Skeleton shape="lines" count={8} label="Chargement du projet…" />
      )}
    </>
  )
}
