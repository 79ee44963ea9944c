import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor } from '../api/queries.ts'
import { useUser } from '../api/browser.ts'
import { limitWarning } from '../layout/quotas/limit-words.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import styles from './ChatScreen.module.css'

/** Id of the user who closed the notice in this tab: another one who signs in here still sees it. */
let dismissedBy: string | null = null

/**
 * Warns that the monthly token limit is near. The usage is read when a conversation opens and after each reply. Shows nothing while the limit is far or
 * the usage unknown.
 */
export default function UsageNotice({ isWriting }: { isWriting: boolean }) {
  const { id } = useUser()
  const [closedBy, setClosedBy] = useState(dismissedBy)
  const { data } = useQuery({ ...queryFor(routes.quotas.own), staleTime: 0, enabled: !isWriting })
  const sentence = data && limitWarning(data)
  if (closedBy === id || !sentence) return null
  function close() {
    dismissedBy = id
    setClosedBy(id)
  }
  return (
    <div className={styles.notice}>
      <Banner tone="info" onDismiss={close}>
        {sentence}
      </Banner>
    </div>
  )
}
