import styles from './SkipLink.module.css'

/** First stop of the keyboard: over the navigation, to the content. */
export function SkipLink() {
  return (
    <a href="#contenu" className={styles.skip}>
      Aller au contenu
    </a>
  )
}
