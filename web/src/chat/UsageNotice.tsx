import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '../api/ask.ts'
import { useUser } from '../api/session/session.tsx'
import { nearSentence } from '../layout/quotas/limit-words.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import styles from './ChatScreen.module.css'

/** Who closed it in this tab has read it; who signs in here after them has not. */
let readBy: string | null = null

/** Says, where a conversation is opened and after each reply, that the tokens of the month come to their end; nothing before, nor where that is not known. */
export default function UsageNotice({ isWriting }: { isWriting: boolean }) {
  const { id } = useUser()
  const [closedBy, setClosedBy] = useState(readBy)
  const { data } = useQuery({ ...q(routes.quotas.own), staleTime: 0, enabled: !isWriting })
  const sentence = data && nearSentence(data)
  if (closedBy === id || !sentence) return null
  function close() {
    readBy = id
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
