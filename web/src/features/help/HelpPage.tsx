import { useEffect, useState } from 'react'
import { useInstance } from '../../api/use-instance.ts'
import { navigate } from '../../router/location.ts'
import { Link } from '../../router/Link.tsx'
import { useLocation } from '../../router/Router.tsx'
import { Accordion } from '../../ui/content/Accordion.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { factsOf } from './facts.ts'
import { helpSections } from './help-sections.tsx'
import styles from './HelpPage.module.css'

/** Help centre (specification, chapter 2): one section open at a time, each with its own URL hash. */
export function HelpPage() {
  const instance = useInstance()
  const sections = helpSections(factsOf(instance))
  const { hash, state, key } = useLocation()
  const targetId = sections.some(({ id }) => id === hash.slice(1)) ? hash.slice(1) : null
  const [open, setOpen] = useState<string | null>(targetId ?? 'introduction')
  const isQuiet = (state as { isQuiet?: boolean } | null)?.isQuiet === true

  // A new hash, from a quick link or a typed address, opens its section and scrolls to it; opening a section by hand does not scroll. A typed hash keeps
  // the same location key, so both are compared.
  const visit = key + hash
  const [lastVisit, setLastVisit] = useState(visit)
  if (lastVisit !== visit) {
    setLastVisit(visit)
    if (targetId !== null) setOpen(targetId)
  }
  useEffect(() => {
    if (targetId === null || isQuiet) return
    const heading = document.getElementById(targetId)
    requestAnimationFrame(() => {
      heading?.scrollIntoView({ behavior: 'smooth', block: 'start' })
      heading?.querySelector('button')?.focus({ preventScroll: true })
    })
  }, [key, targetId, isQuiet])

  return (
    <>
      <PageTitle tabTitle="Aide" lead="Tout ce qu’il faut pour bien commencer, et pour aller plus loin.">
        Centre d’aide
      </PageTitle>
      <div className={styles.page}>
        <nav aria-label="Navigation rapide" className={styles.quick}>
          <ul className={styles.links}>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <Link to={`#${id}`} replace className={styles.link} aria-current={id === open ? 'location' : undefined}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Accordion
          sections={sections}
          openSection={open}
          onChange={(id) => {
            setOpen(id)
            navigate(`#${id ?? ''}`, { replace: true, state: { isQuiet: true } })
          }}
        />
      </div>
    </>
  )
}
