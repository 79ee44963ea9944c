import { useState } from 'react'
import { useSession } from '../../api/browser.ts'
import { passwordAnchor, paths } from '../../paths.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { LinkButton } from '../../ui/Button.tsx'
import { weaknessWords } from '../../ui/fields/password-words.ts'
import styles from './PasswordAdvice.module.css'

/** Banner that advises changing a weak password, above the home page, until it is dismissed. */
export function PasswordAdvice() {
  const { user } = useSession()
  const [isClosed, setClosed] = useState(false)
  const words = user && weaknessWords(user)
  if (isClosed || !words) return null
  return (
    <div className={styles.advice}>
      <Banner
        tone="warning"
        onDismiss={() => setClosed(true)}
        action={
          <LinkButton size="s" href={`${paths.profile}${passwordAnchor}`}>
            Changer le mot de passe
          </LinkButton>
        }
      >
        {words}
      </Banner>
    </div>
  )
}
