import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '../api/ask.ts'
import { nearSentence } from '../layout/quotas/limit-words.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import styles from './ChatScreen.module.css'

/** Who closed it in this tab has read it. */
let isRead = false

/** Says, where a conversation is opened and after each reply, that the tokens of the month come to their end; nothing before, nor where that is not known. */
export default function UsageNotice({ isWriting }: { isWriting: boolean }) {
  const [isShown, setShown] = useState(!isRead)
  const { data } = useQuery({ ...q(routes.quotas.own), staleTime: 0, enabled: !isWriting })
  const sentence = data && nearSentence(data)
  if (!isShown || !sentence) return null
  function close() {
    isRead = true
    setShown(false)
  }
  return (
    <div className={styles.notice}>
      <Banner tone="info" onDismiss={close}>
        {sentence}
      </Banner>
    </div>
  )
}
