import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { PressButton } from '../PressButton.tsx'
import styles from './Tabs.module.css'

interface TabsProps<Id extends string> {
  label: string
  /** `staysMounted`: the panel stays mounted, hidden, while another tab is selected. */
  tabs: readonly { id: Id; label: string; content: ReactNode; staysMounted?: boolean }[]
  /** Omitted: the first tab is selected at first, and the component manages its own state. */
  selected?: NoInfer<Id>
  onChange?: (id: Id) => void
}

const focusableSelector = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]'

/** Tabs with automatic activation (ARIA Authoring Practices): one stop of the Tab key, and the arrow keys, Home and End select. */
export function Tabs<Id extends string>({ label, tabs, selected, onChange }: TabsProps<Id>) {
  const id = useId()
  const [own, setOwn] = useState<Id | undefined>(tabs[0]?.id)
  const shownTab = selected ?? own
  const panel = useRef<HTMLDivElement>(null)
  // A panel with no focusable element is itself a stop of the Tab key, so that keyboard users can scroll it.
  useLayoutEffect(() => {
    const element = panel.current!
    if (element.querySelector(focusableSelector) === null) element.tabIndex = 0
    else element.removeAttribute('tabindex')
  })
  function selectTab(next: Id) {
    setOwn(next)
    onChange?.(next)
  }
  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>) {
    // With these modifiers the arrow keys are shortcuts of the browser, such as going back.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const [index, last] = [tabs.findIndex((tab) => tab.id === shownTab), tabs.length - 1]
    const next = { ArrowRight: index === last ? 0 : index + 1, ArrowLeft: index === 0 ? last : index - 1, Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    selectTab(tabs[next]!.id)
    event.currentTarget.parentElement!.querySelectorAll<HTMLElement>('[role="tab"]')[next]!.focus()
  }
  return (
    <div>
      <div role="tablist" aria-label={label} className={styles.list}>
        {tabs.map((tab) => (
          <PressButton
            key={tab.id}
            id={`${id}-${tab.id}-tab`}
            role="tab"
            aria-selected={tab.id === shownTab}
            aria-controls={tab.id === shownTab ? `${id}-${tab.id}` : undefined}
            tabIndex={tab.id === shownTab ? 0 : -1}
            className={styles.tab}
            onPress={() => selectTab(tab.id)}
            onKeyDown={onKeyDown}
          >
            {tab.label}
          </PressButton>
        ))}
      </div>
      {tabs
        .filter((tab) => tab.id === shownTab || tab.staysMounted)
        .map((tab) => (
          <div
            key={tab.id}
            ref={tab.id === shownTab ? panel : undefined}
            hidden={tab.id !== shownTab}
            id={`${id}-${tab.id}`}
            role="tabpanel"
            aria-labelledby={`${id}-${tab.id}-tab`}
            className={styles.panel}
          >
            {tab.content}
          </div>
        ))}
    </div>
  )
}
