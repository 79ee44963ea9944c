import type { ReactNode } from 'react'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import type { FailureMessage } from '../../api/transport/api-error.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
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

/** Error of an authentication form, shown above its fields. */
export function FormFailure({ failure, action }: { failure: FailureMessage | null; action?: ReactNode }) {
  if (failure === null) return null
  return (
    <Banner tone="error" action={action}>
      <p>{failure.sentence}</p>
      {failure.reason && <p>{failure.reason}</p>}
    </Banner>
  )
}
