import { useSession } from '../../api/browser.ts'
import { Link } from '../../router/Link.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { siteMap, type MapLink } from './site-map.ts'
import styles from './SiteMap.module.css'

/** Site map: a second way to reach every page, beside the menu (RGAA 12.1). */
export function SiteMapPage() {
  const { user } = useSession()
  return (
    <div className={styles.page}>
      <PageTitle lead="Toutes les pages que vous pouvez ouvrir, en une seule.">Plan du site</PageTitle>
      <div className={styles.parts}>
        {siteMap(user).map(({ title, links }) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <Links links={links} />
          </section>
        ))}
      </div>
    </div>
  )
}

function Links({ links }: { links: readonly MapLink[] }) {
  return (
    <ul className={styles.links}>
      {links.map(({ label, href, subpages }) => (
        <li key={href}>
          <Link to={href}>{label}</Link>
          {subpages.length > 0 && <Links links={subpages} />}
        </li>
      ))}
    </ul>
  )
}
