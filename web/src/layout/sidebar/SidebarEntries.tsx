import { ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button as AriaButton, Disclosure, DisclosurePanel, Link as AriaLink } from 'react-aria-components'
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
      <AriaLink
        {...triggerProps}
        ref={link}
        href={entry.href}
        className={styles.entry ?? ''}
        aria-label={isCollapsed ? entry.label : undefined}
        aria-current={isCurrent(entry, pathname) ? 'page' : undefined}
      >
        <Drawing aria-hidden />
        {!isCollapsed && <span>{entry.label}</span>}
      </AriaLink>
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
  const isInside = holdsCurrent(group, pathname)
  const [state, setState] = useState({ isInside, isOpen: isInside })
  if (state.isInside !== isInside) setState({ isInside, isOpen: isInside || state.isOpen })

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
    <Disclosure isExpanded={state.isOpen} onExpandedChange={(isOpen) => setState({ isInside, isOpen })} className={styles.divided ?? ''}>
      <AriaButton slot="trigger" className={`${styles.entry} ${styles.opener}`}>
        <Drawing aria-hidden />
        <span>{group.label}</span>
        <ChevronDown aria-hidden className={styles.chevron} />
      </AriaButton>
      <DisclosurePanel className={styles.panel ?? ''}>{links}</DisclosurePanel>
    </Disclosure>
  )
}
