import { ChevronDown } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { PressButton } from '../PressButton.tsx'
import styles from './Accordion.module.css'
import { FoldingPanel } from './FoldingPanel.tsx'

export interface AccordionSection {
  id: string
  title: string
  icon?: ReactNode
  /** Secondary text at the right of the title. */
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

/** Sections of which at most one is open. The element of each section has its id, so that a link can point to it. */
export function Accordion({ sections, openSection, onChange, headingLevel = 2 }: AccordionProps) {
  const Heading = `h${headingLevel}` as const
  const id = useId()
  return (
    <div className={styles.group}>
      {sections.map((section) => {
        const isOpen = section.id === openSection
        const [button, panel] = [`${id}-${section.id}-button`, `${id}-${section.id}`]
        return (
          <div key={section.id} id={section.id} className={styles.anchor}>
            <Heading className={styles.heading}>
              <PressButton
                id={button}
                className={styles.trigger}
                aria-expanded={isOpen}
                aria-controls={panel}
                onPress={() => onChange(isOpen ? null : section.id)}
              >
                {section.icon}
                <span className={styles.title}>{section.title}</span>
                {section.aside}
                <ChevronDown className={styles.chevron} aria-hidden />
              </PressButton>
            </Heading>
            <FoldingPanel id={panel} aria-labelledby={button} isOpen={isOpen} onFound={() => onChange(section.id)}>
              <div className={styles.content}>{section.content}</div>
            </FoldingPanel>
          </div>
        )
      })}
    </div>
  )
}

interface DisclosureProps {
  title: ReactNode
  children: ReactNode
  /** Omitted: the disclosure is closed at first and manages its own state. */
  isOpen?: boolean
  onChange?: (isOpen: boolean) => void
}

/** Single section that opens and closes on its own. */
export function Disclosure({ title, children, isOpen, onChange }: DisclosureProps) {
  const id = useId()
  const [ownIsOpen, setOwnIsOpen] = useState(false)
  const isShown = isOpen ?? ownIsOpen
  const fold = (next: boolean) => {
    setOwnIsOpen(next)
    onChange?.(next)
  }
  return (
    <div>
      <PressButton id={`${id}-button`} className={styles.small} aria-expanded={isShown} aria-controls={id} onPress={() => fold(!isShown)}>
        <ChevronDown className={styles.chevron} aria-hidden />
        {title}
      </PressButton>
      <FoldingPanel id={id} aria-labelledby={`${id}-button`} isOpen={isShown} onFound={() => fold(true)}>
        {children}
      </FoldingPanel>
    </div>
  )
}
