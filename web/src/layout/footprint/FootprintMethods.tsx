import type { MessageFootprint } from '@parvis/contract'
import { Disclosure } from '../../ui/content/Accordion.tsx'
import styles from './Footprint.module.css'
import { methodSentences, perimeterSentences } from './footprint-words.ts'

/** Methods of the estimate and their perimeter, behind a disclosure. @param estimate that of an answer, with its figures; null: in general */
export function FootprintMethods({ estimate }: { estimate: MessageFootprint['estimate'] }) {
  return (
    <div className={styles.disclosure}>
      <Disclosure title="Comment cette empreinte est estimée">
        <div className={styles.methods}>
          <ul>
            {methodSentences(estimate).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          {perimeterSentences(estimate).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      </Disclosure>
    </div>
  )
}
