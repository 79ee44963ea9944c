import { routes, type CharterText } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidate, queryFor } from '../../api/queries.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { SectionNav } from '../../layout/sidebar/SectionNav.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { Notice, type NoticeContent } from '../../ui/feedback/Notice.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Acceptances } from './Acceptances.tsx'
import styles from './CharterPage.module.css'
import { CharterForm } from './CharterForm.tsx'
import { CharterVersions } from './CharterVersions.tsx'

/** Page where administrators write the charter of use and follow its acceptance. */
export function CharterPage() {
  const [notice, setNotice] = useState<NoticeContent | null>(null)
  const versions = useQuery({ ...queryFor(routes.charterVersions.list), staleTime: 0 })
  const latest_id = versions.data?.data[0]?.id
  const acceptances = useQuery({ ...queryFor(routes.charterVersions.acceptances), staleTime: 0 })
  const current = useQuery({ ...queryFor(routes.charterVersions.get, { params: { id: latest_id ?? '' } }), enabled: latest_id !== undefined })
  const failed = [versions, acceptances, current].find(({ isError }) => isError)
  const isReady = versions.data !== undefined && acceptances.data !== undefined && (latest_id === undefined || current.data !== undefined)

  function show(next: NoticeContent) {
    setNotice(next)
    window.scrollTo(0, 0)
  }
  async function onPublished({ number }: CharterText) {
    await invalidate(routes.charterVersions.publish)
    show({ tone: 'success', sentence: `La version ${number} de la charte est en vigueur.` })
  }

  return (
    <div className={styles.page}>
      <PageTitle lead="Les règles que chacun accepte avant sa première question, et de nouveau quand elles changent.">Charte d’usage</PageTitle>
      <SectionNav section="governance" />
      <Notice {...notice} onDismiss={() => setNotice(null)} />
      {failed && <ErrorMessage query={failed}>{sentenceOf(failed.error, 'La charte n’a pas pu être chargée.')}</ErrorMessage>}
      {!failed && !isReady && <Skeleton shape="lines" count={8} label="Chargement de la charte…" />}
      {!failed && isReady && (
        <>
          {!acceptances.data!.is_on && (
            <Banner tone="info">
              La charte n’est demandée à personne&nbsp;: le réglage <code>CHARTER</code> de cette installation vaut «&nbsp;non&nbsp;».
            </Banner>
          )}
          {acceptances.data!.edition !== null && <Acceptances acceptances={acceptances.data!} onNotice={show} />}
          <CharterForm key={latest_id ?? ''} current={current.data ?? null} onPublished={onPublished} />
          <CharterVersions versions={versions.data!.data} />
        </>
      )}
    </div>
  )
}
