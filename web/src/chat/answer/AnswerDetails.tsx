import { useEffect, useEffectEvent, useState } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { useInstance } from '../../api/use-instance.ts'
import styles from '../Message.module.css'
import { modelSentence, type AnswerModel } from './answer-words.ts'

/** Line under an answer that names the model that wrote it. */
export function AnswerDetails({ load }: { load: () => Promise<AnswerModel> }) {
  const instance = useInstance()
  const [answer, setAnswer] = useState<AnswerModel | { failure: string } | null>(null)
  const read = useEffectEvent(() =>
    load().then(setAnswer, (error: unknown) => setAnswer({ failure: sentenceOf(error, 'Le modèle de cette réponse n’a pas pu être lu.') })),
  )
  useEffect(() => void read(), [])
  if (answer === null) return <p className={styles.details}>Lecture des détails…</p>
  return (
    <p className={styles.details} role="status">
      {'failure' in answer ? answer.failure : modelSentence(answer, instance?.model ?? null)}
    </p>
  )
}
