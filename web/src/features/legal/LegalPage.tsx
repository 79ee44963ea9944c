import type { ReactNode } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import styles from './LegalPage.module.css'

/** A page of law: title, what is still to be filled in, prose. */
export function LegalPage({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <article className={styles.page}>
      <PageTitle lead={lead}>{title}</PageTitle>
      <Banner tone="info">Ce qui figure entre crochets est propre à l’organisme qui exploite cette installation et n’a pas encore été renseigné.</Banner>
      <div className={styles.prose}>{children}</div>
    </article>
  )
}

/** What only the body that runs this instance can say, and has not said. */
export function Missing({ children }: { children: string }) {
  return <span className={styles.missing}>{`[${children}]`}</span>
}

/** A site of an authority. */
export function Outside({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} rel="noreferrer">
      {children}
    </a>
  )
}
