import { routes, type Allowance } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api/queries.ts'
import { FootprintMethods } from '../../layout/footprint/FootprintMethods.tsx'
import { totalSentences } from '../../layout/footprint/footprint-words.ts'
import { limitName, renewalDay, usedPercent } from '../../layout/quotas/limit-words.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Card } from '../../ui/content/Card.tsx'
import { formatNumber, plural } from '../../ui/words/formats.ts'
import styles from './Profile.module.css'

/** The person's token usage this month, and their limits. */
export default function OwnUsage() {
  const { data, isError, isFetching, refetch } = useQuery({ ...queryFor(routes.quotas.own), staleTime: 0 })
  return (
    <Card as="section">
      <div className={styles.data}>
        <h2>Ma consommation</h2>
        {data ? (
          <>
            <p>
              Ce mois-ci&nbsp;: {plural(data.replies, 'réponse')}, {plural(data.prompt_tokens, 'jeton lu', 'jetons lus')} par le modèle et{' '}
              {plural(data.completion_tokens, 'écrit')}. <Link to={`${paths.help}#faq`}>Qu’est-ce qu’un jeton&nbsp;?</Link>
            </p>
            {data.is_counting && <p className={styles.note}>Calcul en cours&nbsp;: vos réponses d’avant la mise à jour s’ajoutent peu à peu à ces nombres.</p>}
            {data.estimated_tokens > 0 && (
              <p className={styles.note}>
                Dont {plural(data.estimated_tokens, 'jeton estimé', 'jetons estimés')}, à quatre caractères par jeton&nbsp;: le modèle n’en a pas donné le
                compte, ou la réponse a été interrompue.
              </p>
            )}
            {data.limits.length === 0 ? (
              <p>Aucune limite ne s’applique à vous.</p>
            ) : (
              <>
                <ul className={styles.limits}>
                  {data.limits.map((limit, at) => (
                    <Limit key={`${limit.kind} ${limit.team}`} limit={limit} counts={data.limits.length > 1 && at === 0} />
                  ))}
                </ul>
                <p className={styles.note}>
                  {data.limits.length > 1 && 'La limite qui vous laisse le plus est celle qui compte. '}
                  Le mois suivant commence le {renewalDay(data.renews_at)}. Supprimer une conversation ne change rien à ces nombres.
                </p>
              </>
            )}
          </>
        ) : isError ? (
          <ErrorMessage query={{ refetch, isFetching }}>Votre consommation n’a pas pu être lue.</ErrorMessage>
        ) : (
          <Skeleton shape="rows" count={2} label="Lecture de votre consommation…" />
        )}
        <OwnFootprint />
      </div>
    </Card>
  )
}

/** Estimated footprint of the person's replies of this month. Renders nothing until it is read, and when it cannot be. */
function OwnFootprint() {
  const { data } = useQuery({ ...queryFor(routes.footprints.own), staleTime: 0 })
  if (!data || data.replies === 0) return null
  return (
    <>
      <h3>Empreinte estimée de ce mois</h3>
      {totalSentences(data).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <FootprintMethods estimate={null} />
    </>
  )
}

function Limit({ limit, counts: isEffective }: { limit: Allowance; counts: boolean }) {
  return (
    <li>
      <ProgressBar label={limitName(limit)} value={usedPercent(limit)} />
      <p className={styles.limitFacts}>
        <span>
          {formatNumber(limit.used)} sur {plural(limit.tokens, 'jeton')}
        </span>
        {isEffective && <Badge tone="primary">Celle qui compte</Badge>}
      </p>
    </li>
  )
}
