import type { ReactNode } from 'react'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import styles from './AuthForm.module.css'

/** Layout of an authentication page: title, introduction, form, and links to other pages. */
export function AuthCard({
  title,
  tabTitle,
  lead,
  links,
  children,
}: {
  title: string
  tabTitle?: string
  lead?: string | undefined
  links?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.card}>
      <PageTitle lead={lead} tabTitle={tabTitle}>
        {title}
      </PageTitle>
      {children}
      {links && <div className={styles.links}>{links}</div>}
    </section>
  )
}

/** Link to the external form for requesting an account (specification, chapter 1). */
export function SignUpRequestLink({ href }: { href: string }) {
  return (
    <a href={href} rel="noopener noreferrer">
      Demander un compte
    </a>
  )
}
