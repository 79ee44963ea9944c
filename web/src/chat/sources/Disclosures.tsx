import { FlaskConical, Sparkles } from 'lucide-react'
import styles from './Disclosures.module.css'

/** What a person must know before reading an answer: a machine writes it (trust case LLM-13), and which kind of machine. */
export function Disclosures({ isBuiltIn }: { isBuiltIn: boolean }) {
  return (
    <div className={styles.disclosures}>
      <p>
        <Sparkles aria-hidden size={16} />
        Réponses générées par une intelligence artificielle, à vérifier avant usage.
      </p>
      {isBuiltIn && (
        <p className={styles.demo}>
          <FlaskConical aria-hidden size={16} />
          Modèle de démonstration&nbsp;: ses réponses sont préparées, ce n’est pas un modèle de langage.
        </p>
      )}
    </div>
  )
}
