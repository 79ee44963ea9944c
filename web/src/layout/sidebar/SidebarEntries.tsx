import { ChevronDown } from 'lucide-react'
import { useId, useRef, useState, type ComponentType } from 'react'
import { AppLink } from '../../ui/Button.tsx'
import { FoldingPanel } from '../../ui/content/FoldingPanel.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { PressButton } from '../../ui/PressButton.tsx'
import { useTooltip } from '../../ui/feedback/use-tooltip.tsx'
import { hasCurrentEntry, isCurrent, type NavigationEntry, type NavigationGroup } from './navigation.ts'
import styles from './Sidebar.module.css'

/** Component that shows the total count of unseen items of some entries. */
export type EntryCountComponent = ComponentType<{ hrefs: readonly string[] }>

interface LinkProps {
  entry: NavigationEntry
  pathname: string
  isCollapsed: boolean
  count?: EntryCountComponent | undefined
}

export function SidebarLink({ entry, pathname, isCollapsed, count: Count }: LinkProps) {
  const id = useId()
  const isNoted = entry.note !== undefined && !isCollapsed
  const IconComponent = entry.icon
  const link = useRef<HTMLAnchorElement>(null)
  const { triggerProps, bubble } = useTooltip(entry.note ? `${entry.label}\u00a0: ${lowerFirst(entry.note)}` : entry.label, link, 'right', !isCollapsed)
  return (
    <>
      <AppLink
        {...triggerProps}
        ref={link}
        href={entry.href}
        className={styles.entry}
        aria-describedby={isNoted ? id : undefined}
        data-noted={isNoted || undefined}
        aria-current={isCurrent(entry, pathname) ? 'page' : undefined}
      >
        <IconComponent aria-hidden />
        {isCollapsed ? <VisuallyHidden>{entry.label}</VisuallyHidden> : <span>{entry.label}</span>}
        {Count && <Count hrefs={[entry.href]} />}
      </AppLink>
      {/* Outside the link, whose accessible name must be the specification's. */}
      {isNoted && (
        <span id={id} className={styles.note}>
          {entry.note}
        </span>
      )}
      {bubble}
    </>
  )
}

interface GroupProps {
  group: NavigationGroup
  pathname: string
  isCollapsed: boolean
  count?: EntryCountComponent | undefined
}

/** Foldable group of entries. Opens by itself on its own pages (specification, chapter 2); the person can close it again. */
export function SidebarGroup({ group, pathname, isCollapsed, count: Count }: GroupProps) {
  const id = useId()
  const isInside = hasCurrentEntry(group, pathname)
  const [state, setState] = useState({ isInside, isOpen: isInside })
  if (state.isInside !== isInside) setState({ isInside, isOpen: isInside || state.isOpen })
  const fold = (isOpen: boolean) => setState({ isInside, isOpen })

  const links = (
    <ul className={styles.list}>
      {group.entries.map((entry) => (
        <li key={entry.href}>
          <SidebarLink entry={entry} pathname={pathname} isCollapsed={isCollapsed} count={Count} />
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
  const IconComponent = group.icon
  return (
    <div className={styles.divided}>
      <PressButton
        id={`${id}-button`}
        className={`${styles.entry} ${styles.opener}`}
        aria-expanded={state.isOpen}
        aria-controls={id}
        onPress={() => fold(!state.isOpen)}
      >
        <IconComponent aria-hidden />
        <span>{group.label}</span>
        {Count && !state.isOpen && <Count hrefs={group.entries.map(({ href }) => href)} />}
        <ChevronDown aria-hidden className={styles.chevron} />
      </PressButton>
      <FoldingPanel id={id} aria-labelledby={`${id}-button`} isOpen={state.isOpen} onFound={() => fold(true)} className={styles.panel}>
        {links}
      </FoldingPanel>
    </div>
  )
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
