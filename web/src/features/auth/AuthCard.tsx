import type { ReactNode } from 'react'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import styles from './AuthForm.module.css'

/** The sheet of an authentication page: title, what is to be known, form, ways out. */
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
