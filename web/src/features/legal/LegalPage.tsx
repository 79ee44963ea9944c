import type { InstanceInfo } from '@parvis/contract'
import type { ReactNode } from 'react'
import { useInstance } from '../../api/use-instance.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import styles from './LegalPage.module.css'

/** What the installation says of itself, as these pages read it; null: not said, undefined: not known yet. */
export type Told = string | null | undefined

interface LegalPageProps {
  title: string
  lead?: string
  /** What of the settings this page shows. */
  told: (instance: InstanceInfo) => readonly unknown[]
  children: ReactNode
}

/** A page of law: title, whether something is still to be filled in, prose. */
export function LegalPage({ title, lead, told, children }: LegalPageProps) {
  const instance = useInstance()
  return (
    <article className={styles.page}>
      <PageTitle lead={lead}>{title}</PageTitle>
      {instance && told(instance).includes(null) && (
        <Banner tone="info">Ce qui figure entre crochets est propre à l’organisme qui exploite cette installation et n’a pas encore été renseigné.</Banner>
      )}
      <div className={styles.prose}>{children}</div>
    </article>
  )
}

/** What only the body that runs this instance can say, or that it has not said it. */
export function Said({ children }: { children: Told }) {
  if (children === undefined) return <>…</>
  if (children === null) return <span className={styles.missing}>[non renseigné par l’administrateur]</span>
  return <>{children}</>
}

/** A site of an authority. */
export function Outside({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} rel="noreferrer">
      {children}
    </a>
  )
}
