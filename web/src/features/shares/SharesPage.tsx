import type { ReceivedShare } from '@parvis/contract'
import { paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import { LinkButton } from '../../ui/Button.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { formatLongDate, plural } from '../../ui/words/formats.ts'
import { GivenRows } from './GivenRows.tsx'
import styles from './Shares.module.css'
import { useReportSeen, useShares } from './use-shares.ts'
import { useParams } from '../../router/Routes.tsx'
import { SharedPage } from './SharedPage.tsx'

/** Both pages of the shares, in one chunk: the list, or the shared conversation in the URL. */
export function Shares() {
  return useParams()['shareId'] === undefined ? <SharesPage /> : <SharedPage />
}

/** « Partages »: shares that the person received, then those that they gave. */
export function SharesPage() {
  const { data, isError, refetch, isFetching } = useShares()
  return (
    <div className={styles.page}>
      <PageTitle lead="Des conversations à lire, que leur auteur a ouvertes à des services ou à des personnes.">Partages</PageTitle>
      {data ? (
        data.given.length + data.received.length === 0 ? (
          <EmptyState motif="conversation" title="Aucune conversation partagée" action={<LinkButton href={paths.mySpace}>Ouvrir Mon espace</LinkButton>}>
            Pour partager une conversation, ouvrez son menu et choisissez «&nbsp;Partager&nbsp;». Ce que d’autres partagent avec vous apparaîtra ici.
          </EmptyState>
        ) : (
          <>
            <section className={styles.section} aria-labelledby="recus">
              <h2 id="recus">Partagées avec vous</h2>
              {data.received.length === 0 ? <p className={styles.none}>Rien pour le moment.</p> : <ReceivedRows shares={data.received} />}
            </section>
            <section className={styles.section} aria-labelledby="donnes">
              <h2 id="donnes">Partagées par vous</h2>
              {data.given.length === 0 ? (
                <p className={styles.none}>Rien pour le moment&nbsp;: choisissez «&nbsp;Partager&nbsp;» dans le menu d’une conversation.</p>
              ) : (
                <GivenRows shares={data.given} isNamed />
              )}
            </section>
          </>
        )
      ) : isError ? (
        <ErrorMessage query={{ refetch, isFetching }}>Les partages n’ont pas pu être chargés. Rien n’est perdu.</ErrorMessage>
      ) : (
        <Skeleton shape="rows" count={4} label="Chargement des partages…" />
      )}
    </div>
  )
}

const newsWords = { new: 'Nouveau', updated: 'Mis à jour' } as const

const News = ({ news }: { news: keyof typeof newsWords | undefined }) => news && <Badge tone="primary">{newsWords[news]}</Badge>

function ReceivedRows({ shares }: { shares: readonly ReceivedShare[] }) {
  const newsByShare = useReportSeen(shares)
  return (
    <ul className={styles.list}>
      {shares.map(({ id, title, owner_name, assistant_name, message_count, expires_at, is_continued }) => (
        <li key={id}>
          <div className={styles.words}>
            <h3 className={styles.title}>
              <Link to={paths.share(id)}>{title}</Link>
              <News news={newsByShare.get(id)} />
              {is_continued && <Badge>Continuée</Badge>}
            </h3>
            <p className={styles.line}>{['Par ' + owner_name, assistant_name].filter(Boolean).join(' · ')}</p>
            <p className={styles.line}>
              <span>{plural(message_count, 'message')}</span>
              <span>{`jusqu’au ${formatLongDate(expires_at)}`}</span>
            </p>
          </div>
          <div className={styles.actions}>
            <LinkButton size="s" href={paths.share(id)} aria-label={`Lire «\u00a0${title}\u00a0»`}>
              Lire
            </LinkButton>
          </div>
        </li>
      ))}
    </ul>
  )
}
