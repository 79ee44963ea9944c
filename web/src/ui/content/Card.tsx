import type { ReactNode } from 'react'
import { AppLink } from '../AppLink.tsx'
import styles from './Card.module.css'

interface CardProps {
  children: ReactNode
  /** `article` inside a list of things, `section` for a part of a page. Default `div`. */
  as?: 'div' | 'article' | 'section' | 'li'
  isDimmed?: boolean
}

/** A surface with a hairline around it. */
export function Card({ children, as: Element = 'div', isDimmed = false }: CardProps) {
  return <Element className={`${styles.card} ${isDimmed ? styles.dimmed : ''}`}>{children}</Element>
}

interface LinkCardProps {
  href: string
  title: string
  /** Level of the title in the page. */
  headingLevel?: 2 | 3 | 4
  icon?: ReactNode
  badge?: ReactNode
  /** The family it belongs to: quiet words where a badge would stand. */
  topic?: string
  /** Under the title. */
  children?: ReactNode
  /** One quiet line at the foot. */
  footer?: ReactNode
  /** Called on a click, before the address is followed. */
  onPress?: () => void
}

/** A card that is one link: its title is the link, and the whole surface answers. */
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
