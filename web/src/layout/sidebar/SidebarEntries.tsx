import { ChevronDown } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { AppLink } from '../../ui/AppLink.tsx'
import { FoldingPanel } from '../../ui/content/FoldingPanel.tsx'
import { PressButton } from '../../ui/PressButton.tsx'
import { useTooltip } from '../../ui/feedback/use-tooltip.tsx'
import { holdsCurrent, isCurrent, type Entry, type EntryGroup } from './navigation.ts'
import styles from './Sidebar.module.css'

interface LinkProps {
  entry: Entry
  pathname: string
  isCollapsed: boolean
}

export function SidebarLink({ entry, pathname, isCollapsed }: LinkProps) {
  const Drawing = entry.icon
  const link = useRef<HTMLAnchorElement>(null)
  const { triggerProps, bubble } = useTooltip(entry.label, link, 'right', !isCollapsed)
  return (
    <>
      <AppLink
        {...triggerProps}
        ref={link}
        href={entry.href}
        className={styles.entry}
        aria-label={isCollapsed ? entry.label : undefined}
        aria-current={isCurrent(entry, pathname) ? 'page' : undefined}
      >
        <Drawing aria-hidden />
        {!isCollapsed && <span>{entry.label}</span>}
      </AppLink>
      {bubble}
    </>
  )
}

interface GroupProps {
  group: EntryGroup
  pathname: string
  isCollapsed: boolean
}

/** Opens by itself on its own addresses (specification, chapter 2); the person may close it again. */
export function SidebarGroup({ group, pathname, isCollapsed }: GroupProps) {
  const id = useId()
  const isInside = holdsCurrent(group, pathname)
  const [state, setState] = useState({ isInside, isOpen: isInside })
  if (state.isInside !== isInside) setState({ isInside, isOpen: isInside || state.isOpen })
  const fold = (isOpen: boolean) => setState({ isInside, isOpen })

  const links = (
    <ul className={styles.list}>
      {group.entries.map((entry) => (
        <li key={entry.href}>
          <SidebarLink entry={entry} pathname={pathname} isCollapsed={isCollapsed} />
        </li>
      ))}
    </ul>
  )
  if (isCollapsed)
    return (
      <div role="group" aria-label={group.label} className={styles.divided}>
        {links}
      </div>
    )
  const Drawing = group.icon
  return (
    <div className={styles.divided}>
      <PressButton
        id={`${id}-button`}
        className={`${styles.entry} ${styles.opener}`}
        aria-expanded={state.isOpen}
        aria-controls={id}
        onPress={() => fold(!state.isOpen)}
      >
        <Drawing aria-hidden />
        <span>{group.label}</span>
        <ChevronDown aria-hidden className={styles.chevron} />
      </PressButton>
      <FoldingPanel id={id} aria-labelledby={`${id}-button`} isOpen={state.isOpen} onFound={() => fold(true)} className={styles.panel}>
        {links}
      </FoldingPanel>
    </div>
  )
}
