import { useQuery } from '@tanstack/react-query'
import { routes, type ReplyModel } from '@parvis/contract'
import { Shuffle } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { queryFor } from '../../api/queries.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { useInstance } from '../../api/use-instance.ts'
import { FootprintMethods } from '../../layout/footprint/FootprintMethods.tsx'
import { footprintText } from '../../layout/footprint/footprint-words.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import { substitutionSentence } from '../../ui/words/model-words.ts'
import styles from '../Message.module.css'
import type { AnswerModel } from './answer-words.ts'
import { modelSentence } from './model-sentence.ts'

/** Lines under an answer: the model that wrote it, and its estimated footprint. @param id id of the message */
export function AnswerDetails({ id, load }: { id: string | null; load: () => Promise<AnswerModel> }) {
  const instance = useInstance()
  const [answer, setAnswer] = useState<AnswerModel | { failure: string } | null>(null)
  const read = useEffectEvent(() =>
    load().then(setAnswer, (error: unknown) => setAnswer({ failure: sentenceOf(error, 'Le modèle de cette réponse n’a pas pu être lu.') })),
  )
  useEffect(() => void read(), [])
  if (answer === null) return <p className={styles.details}>Lecture des détails…</p>
  return (
    <>
      <p className={styles.details} role="status">
        {'failure' in answer ? answer.failure : modelSentence(answer, instance ?? null)}
      </p>
      {id !== null && <AnswerFootprint message_id={id} />}
      {id !== null && <TestCaseLink message_id={id} />}
    </>
  )
}

/** Link that makes a test case from an answer, for those who may change its assistant. Renders nothing for others, nor for an answer from elsewhere. */
function TestCaseLink({ message_id }: { message_id: string }) {
  const { data } = useQuery({ ...queryFor(routes.assistantTestCases.fromMessage, { params: { message_id } }), retry: false })
  if (!data) return null
  return (
    <p className={styles.details}>
      <Link to={paths.assistantTests(data.assistant.id, message_id)}>Ajouter aux cas de contrôle</Link>
    </p>
  )
}

/** Estimated footprint of an answer. Renders nothing when its model's parameters are unknown: no estimate is not zero. */
function AnswerFootprint({ message_id }: { message_id: string }) {
  const { data } = useQuery(queryFor(routes.footprints.ofMessage, { params: { message_id } }))
  if (data?.unmeasured === 'demonstration') return <p className={styles.details}>Empreinte&nbsp;: non mesurée.</p>
  if (!data?.estimate) return null
  return (
    <div className={styles.details}>
      <p>Empreinte estimée&nbsp;: {footprintText(data.estimate)}.</p>
      <FootprintMethods estimate={data.estimate} />
    </div>
  )
}

/** Line of the conversation that says that another model than the expected one wrote the answer above, and why. */
export function SubstitutionNote({ substitution, className }: { substitution: ReplyModel; className: string | undefined }) {
  const instance = useInstance()
  if (!instance) return null
  return (
    <p className={className}>
      <Shuffle aria-hidden />
      <span>{substitutionSentence(instance, substitution)}</span>
    </p>
  )
}
