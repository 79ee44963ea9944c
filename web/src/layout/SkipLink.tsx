import styles from './SkipLink.module.css'

/** Skip link: first stop of the keyboard, jumps over the navigation to the content. */
export function SkipLink() {
  return (
    <a href="#contenu" className={styles.skip}>
      Aller au contenu
    </a>
  )
}
