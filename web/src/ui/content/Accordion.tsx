import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton, Disclosure as AriaDisclosure, DisclosureGroup, DisclosurePanel, Heading } from 'react-aria-components'
import styles from './Accordion.module.css'

export interface AccordionSection {
  id: string
  title: string
  icon?: ReactNode
  /** A quiet word at the right of the title. */
  aside?: ReactNode
  content: ReactNode
}

interface AccordionProps {
  sections: readonly AccordionSection[]
  /** Id of the open section; null when all are closed. At most one is open (specification, chapter 4). */
  openSection: string | null
  onChange: (id: string | null) => void
  headingLevel?: 2 | 3 | 4
}

/** Sections of which one at the most is open. Each is also an anchor: its element has the id of the section. */
export function Accordion({ sections, openSection, onChange, headingLevel = 2 }: AccordionProps) {
  return (
    <DisclosureGroup
      className={styles.group ?? ''}
      expandedKeys={openSection === null ? [] : [openSection]}
      onExpandedChange={(keys) => onChange(keys.size === 0 ? null : String([...keys][0]))}
    >
      {sections.map((section) => (
        <div key={section.id} id={section.id} className={styles.anchor}>
          <AriaDisclosure id={section.id} className={styles.section ?? ''}>
            <Heading level={headingLevel} className={styles.heading ?? ''}>
              <AriaButton slot="trigger" className={styles.trigger ?? ''}>
                {section.icon}
                <span className={styles.title}>{section.title}</span>
                {section.aside}
                <ChevronDown className={styles.chevron} aria-hidden />
              </AriaButton>
            </Heading>
            <DisclosurePanel className={styles.panel ?? ''}>
              <div className={styles.content}>{section.content}</div>
            </DisclosurePanel>
          </AriaDisclosure>
        </div>
      ))}
    </DisclosureGroup>
  )
}

/** One part that opens and closes by itself. */
export function Disclosure({
  title,
  children,
  isOpen,
  onChange,
}: {
  title: ReactNode
  children: ReactNode
  isOpen?: boolean
  onChange?: (isOpen: boolean) => void
}) {
  return (
    <AriaDisclosure isExpanded={isOpen} onExpandedChange={onChange}>
      <AriaButton slot="trigger" className={styles.small ?? ''}>
        <ChevronDown className={styles.chevron} aria-hidden />
        {title}
      </AriaButton>
      <DisclosurePanel className={styles.panel ?? ''}>{children}</DisclosurePanel>
    </AriaDisclosure>
  )
}
