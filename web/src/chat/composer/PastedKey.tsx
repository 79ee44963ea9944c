import { keysAnchor, paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import styles from './Composer.module.css'

interface PastedKeyProps {
  onDismiss: () => void
}

/** Warning that an API key was typed or pasted in a message, from which it was removed. */
export function PastedKey({ onDismiss }: PastedKeyProps) {
  return (
    <div className={styles.said}>
      <Banner tone="warning" onDismiss={onDismiss}>
        <p>Une clé de Parvis a été collée ici. Elle est masquée, et ne partira pas avec votre message.</p>
        <p>
          Si quelqu’un d’autre a pu la voir, <Link to={`${paths.profile}${keysAnchor}`}>révoquez-la</Link>.
        </p>
      </Banner>
    </div>
  )
}
