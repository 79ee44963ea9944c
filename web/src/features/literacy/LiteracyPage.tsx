import { literacyModules, routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Clock } from 'lucide-react'
import { queryFor } from '../../api/queries.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { paths } from '../../paths.ts'
import { LinkCard } from '../../ui/content/Card.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { formatDate, plural } from '../../ui/words/formats.ts'
import styles from './Literacy.module.css'
import { moduleMinutes, moduleSummaries } from './modules.ts'

/** Page of the literacy path: its modules, and those that the person has completed. */
export function LiteracyPage() {
  const { data, error, isFetching, refetch } = useQuery(queryFor(routes.literacy.own))
  return (
    <div className={styles.page}>
      <PageTitle lead="Six modules de cinq minutes pour se servir d’un assistant sans se faire piéger.">Se former</PageTitle>
      {error && <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'La formation n’a pas pu être chargée.')}</ErrorMessage>}
      {!data && !error && <Skeleton shape="cards" count={6} label="Chargement de la formation…" />}
      {data && (
        <>
          <ProgressBar
            label={`${plural(data.completed.length, 'module terminé', 'modules terminés')} sur ${literacyModules.length}`}
            value={(data.completed.length / literacyModules.length) * 100}
          />
          <ul className={styles.list}>
            {literacyModules.map((module, index) => {
              const completion = data.completed.find((one) => one.module === module)
              const { title, lead } = moduleSummaries[module]
              return (
                <li key={module}>
                  <LinkCard
                    href={paths.literacyModule(module)}
                    title={`${index + 1}. ${title}`}
                    headingLevel={2}
                    badge={
                      completion ? (
                        <Badge tone="success" icon={<CircleCheck aria-hidden />}>
                          Terminé
                        </Badge>
                      ) : (
                        <Badge icon={<Clock aria-hidden />}>{`${moduleMinutes}\u00a0min`}</Badge>
                      )
                    }
                    {...(completion && { footer: `Le ${formatDate(completion.completed_at)}` })}
                  >
                    {lead}
                  </LinkCard>
                </li>
              )
            })}
          </ul>
          <p className={styles.muted}>
            Seule la date est gardée, pas vos réponses. Votre administration voit combien de personnes ont terminé chaque module dans un service d’au moins cinq
            comptes, jamais lesquelles.
          </p>
        </>
      )}
    </div>
  )
}
