import { useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { passwordAnchor, paths } from '../../paths.ts'
import { Banner } from '../../ui/Banner.tsx'
import { LinkButton } from '../../ui/Button.tsx'
import styles from './PasswordAdvice.module.css'

/** Invites to change a password that was generated, or that is too easy to guess. Above the home page, until it is closed. */
export function PasswordAdvice() {
  const { user } = useSession()
  const [isClosed, setClosed] = useState(false)
  if (isClosed || !user || !(user.must_change_password || user.password_weak)) return null
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
        {user.must_change_password
          ? 'Votre mot de passe a été généré à l’installation. Choisissez le vôtre dès maintenant.'
          : 'Votre mot de passe est en dessous du seuil recommandé par la CNIL\u00a0: il peut être deviné.'}
      </Banner>
    </div>
  )
}
