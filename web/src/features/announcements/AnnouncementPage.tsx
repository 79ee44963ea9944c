import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { announcementChanged } from '../../api/announcement.ts'
import { queryFor } from '../../api/queries.ts'
import { SectionNav } from '../../layout/sidebar/SectionNav.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import styles from './Announcement.module.css'
import { AnnouncementForm } from './AnnouncementForm.tsx'

/** Page where administrators publish a message to everybody. */
export function AnnouncementPage() {
  const { data, error, isFetching, refetch } = useQuery({
    ...queryFor(routes.announcements.current),
    staleTime: 0,
    gcTime: 0,
  })
  const [notice, setNotice] = useState<string | null>(null)

  async function onDone(sentence: string) {
    setNotice(sentence)
    // The notice is at the top of the page, and the button at the bottom.
    window.scrollTo(0, 0)
    announcementChanged()
    await refetch()
  }

  return (
    <div className={styles.page}>
      <PageTitle lead="Un bandeau en haut de chaque page, pour prévenir tout le monde d’une coupure ou d’une nouveauté.">Message à tous</PageTitle>
      <SectionNav section="steering" />
      <Notice sentence={notice} onDismiss={() => setNotice(null)} />
      {error && <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'Impossible de charger le message.')}</ErrorMessage>}
      {!data && !error && <Skeleton shape="lines" count={5} label="Chargement du message…" />}
      {data && <AnnouncementForm announcement={data.announcement} onDone={onDone} onStale={refetch} />}
    </div>
  )
}
