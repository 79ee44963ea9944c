import type { InstanceInfo } from '@parvis/contract'
import type { ReactNode } from 'react'
import { useInstance } from '../../api/use-instance.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import styles from './LegalPage.module.css'

/** Setting of the instance shown on a legal page; null when it is not filled in, undefined while it is loading. */
type LegalSetting = string | null | undefined

interface LegalPageProps {
  title: string
  lead?: string
  /** Returns the settings that the page shows: a banner is displayed when one of them is null. */
  settingsOf: (instance: InstanceInfo) => readonly unknown[]
  children: ReactNode
}

/** Layout of a legal page: title, a banner when settings are missing, and text. */
export function LegalPage({ title, lead, settingsOf, children }: LegalPageProps) {
  const instance = useInstance()
  return (
    <article className={styles.page}>
      <PageTitle lead={lead}>{title}</PageTitle>
      {instance && settingsOf(instance).includes(null) && (
        <Banner tone="info">Ce qui figure entre crochets est propre à l’organisme qui exploite cette installation et n’a pas encore été renseigné.</Banner>
      )}
      <div className={styles.prose}>{children}</div>
    </article>
  )
}

/** Value of a setting, or a placeholder when it is not filled in or still loading. */
export function SettingValue({ children }: { children: LegalSetting }) {
  if (children === undefined) return <>…</>
  if (children === null) return <span className={styles.missing}>[non renseigné par l’administrateur]</span>
  return <>{children}</>
}

/** Link to an external site of a public authority. */
export function ExternalLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} rel="noreferrer">
      {children}
    </a>
  )
}
