import type { ReactNode } from 'react'
import { AppLink } from '../Button.tsx'
import styles from './Card.module.css'

interface CardProps {
  children: ReactNode
  /** `article` for an item of a list, `section` for a part of a page. Default `div`. */
  as?: 'div' | 'article' | 'section' | 'li'
  isDimmed?: boolean
}

/** Bordered surface. */
export function Card({ children, as: Element = 'div', isDimmed = false }: CardProps) {
  return <Element className={`${styles.card} ${isDimmed ? styles.dimmed : ''}`}>{children}</Element>
}

interface LinkCardProps {
  href: string
  title: string
  /** Heading level of the title in the page. */
  headingLevel?: 2 | 3 | 4
  icon?: ReactNode
  badge?: ReactNode
  /** Category of the item, as plain text beside the icon and the badge. */
  topic?: string
  /** Text under the title. */
  children?: ReactNode
  /** Secondary text at the bottom, on one line. */
  footer?: ReactNode
  /** Called on a click, before the navigation. */
  onPress?: () => void
}

/** Card that is a single link: its title is the link, and the whole surface can be clicked. */
export function LinkCard({ href, title, headingLevel = 3, icon, badge, topic, children, footer, onPress }: LinkCardProps) {
  const Title = `h${headingLevel}` as const
  return (
    <div className={`${styles.card} ${styles.linked}`}>
      {(icon || badge || topic) && (
        <div className={styles.top}>
          {icon && (
            <span className={styles.icon} aria-hidden>
              {icon}
            </span>
          )}
          {badge}
          {topic && <span className={styles.topic}>{topic}</span>}
        </div>
      )}
      <Title className={styles.title}>
        <AppLink href={href} onClick={onPress} className={styles.link}>
          {title}
        </AppLink>
      </Title>
      {children && <div className={styles.text}>{children}</div>}
      {footer && <div className={styles.footer}>{footer}</div>}
    </div>
  )
}
