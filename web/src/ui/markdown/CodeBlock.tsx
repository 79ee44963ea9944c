import { CopyButton } from '../CopyButton.tsx'
import styles from '../content/Markdown.module.css'

export function CodeBlock({ code, language }: { code: string; language?: string | undefined }) {
  return (
    <div className={styles.code}>
      <div className={styles.codeHead}>
        <span>{language || 'texte'}</span>
        <CopyButton text={code} label="Copier ce bloc" />
      </div>
      <pre tabIndex={0} role="group" aria-label={language ? `Bloc de code ${language}` : 'Bloc de texte'}>
        <code>{code}</code>
      </pre>
    </div>
  )
}
