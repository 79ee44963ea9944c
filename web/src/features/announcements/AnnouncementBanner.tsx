import { Info, TriangleAlert, X } from 'lucide-react'
import { useEffect } from 'react'
import { useAnnouncement } from '../../api/announcement.ts'
import { useSession } from '../../api/browser.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import styles from './Announcement.module.css'

/**
 * Banner of the administrators' message, above every page. It is announced to screen readers once; dismissed, it stays hidden for the rest of the browser
 * session.
 */
export function AnnouncementBanner() {
  const { status, user } = useSession()
  if (status === 'loading') return null
  // While a password change is required, the server refuses the calls that need a session.
  return <Message isSignedIn={status === 'authenticated' && !user.must_change_password} />
}

function Message({ isSignedIn }: { isSignedIn: boolean }) {
  const { announcement, dismiss, claimAnnouncement } = useAnnouncement(isSignedIn)
  const announce = useAnnounce()
  useEffect(() => {
    if (announcement && claimAnnouncement(announcement.id)) announce(`Message à tous\u00a0: ${announcement.text}`)
  }, [announcement, announce, claimAnnouncement])
  if (!announcement) return null
  const Drawing = announcement.tone === 'attention' ? TriangleAlert : Info
  return (
    <section aria-label="Message à tous" className={`${styles.banner} ${styles[announcement.tone]}`}>
      <Drawing className={styles.icon} aria-hidden />
      <p className={styles.text}>{announcement.text}</p>
      <IconButton icon={X} label="Fermer le message à tous" size="s" onPress={dismiss} />
    </section>
  )
}
