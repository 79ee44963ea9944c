import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { DurationsForm } from './DurationsForm.tsx'
import { Forecast } from './Forecast.tsx'
import { Holds } from './Holds.tsx'
import { Proofs } from './Proofs.tsx'
import styles from './RetentionPage.module.css'
import { useRetention } from './use-retention.ts'

/** Page of the retention rules, with the dry run, the legal holds and the proofs of purges. */
export function RetentionPage() {
  const { data, isError, isFetching, refetch } = useRetention()
  return (
    <div className={styles.page}>
      <PageTitle lead="Décidez combien de temps chaque sorte de données est gardée. La purge a lieu chaque jour, et laisse une preuve sans contenu.">
        Conservation des données
      </PageTitle>
      {data ? (
        <>
          <DurationsForm rules={data.rules} />
          <Forecast />
          <Holds holds={data.holds} />
          <Proofs proofs={data.proofs} />
        </>
      ) : isError ? (
        <ErrorMessage query={{ refetch, isFetching }}>Les règles de conservation n’ont pas pu être chargées.</ErrorMessage>
      ) : (
        <Skeleton shape="rows" count={6} label="Chargement des règles de conservation…" />
      )}
    </div>
  )
}
