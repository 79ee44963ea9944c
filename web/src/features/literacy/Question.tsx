import { CircleCheck, CircleX } from 'lucide-react'
import styles from './Literacy.module.css'
import type { ModuleQuestion } from './modules/module-text.ts'

interface QuestionProps {
  question: ModuleQuestion
  index: number
  chosen: number | null
  onChoose: (choice: number) => void
}

/** Question of a module: the explanation follows any choice, which can be changed. */
export function Question({ question: { question, choices, answer, why }, index, chosen, onChoose }: QuestionProps) {
  const isRight = chosen === answer
  const Drawing = isRight ? CircleCheck : CircleX
  return (
    <fieldset id={`question-${index}`} className={styles.question}>
      <legend>{question}</legend>
      {choices.map((choice, position) => (
        <label key={choice} className={styles.choice}>
          {/* The explicit tabIndex is for Safari, as in PressButton.tsx. */}
          <input type="radio" name={`question-${index}`} tabIndex={0} checked={chosen === position} onChange={() => onChoose(position)} />
          {choice}
        </label>
      ))}
      <p role="status" className={`${styles.why} ${chosen === null ? '' : isRight ? styles.right : styles.wrong}`}>
        {chosen !== null && (
          <>
            <Drawing aria-hidden />
            <span>
              <strong>{isRight ? 'Oui.' : 'Pas tout à fait.'}</strong> {why}
            </span>
          </>
        )}
      </p>
    </fieldset>
  )
}
