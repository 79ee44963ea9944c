import { legalSentences, literacyModules, routes, type LiteracyModule } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Clock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call, useUser } from '../../api/browser.ts'
import { readDraft, saveDraft } from '../../api/drafts.ts'
import { invalidate, queryFor } from '../../api/queries.ts'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { NewConversationField } from '../../chat/begin/NewConversationField.tsx'
import { NotFound } from '../../layout/NotFound.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import { useParams } from '../../router/Routes.tsx'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { LinkCard } from '../../ui/content/Card.tsx'
import { Markdown } from '../../ui/content/Markdown.tsx'
import { PageTitle } from '../../ui/content/PageTitle.tsx'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { ErrorMessage } from '../../ui/feedback/ErrorMessage.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { formatDate, plural } from '../../ui/words/formats.ts'
import styles from './Literacy.module.css'
import { isLiteracyModule, moduleMinutes, moduleSummaries } from './modules.ts'
import type { ModuleQuestion, ModuleText } from './modules/module-text.ts'
import { parseAnswers } from './parse-answers.ts'
import { Question } from './Question.tsx'

/** Page of the literacy path: its modules, and those that the person has completed. */
export function LiteracyPage() {
  const { data, error, isFetching, refetch } = useQuery(queryFor(routes.literacy.own))
  return (
    <div className={styles.page}>
      <PageTitle lead="Six modules de cinq minutes pour se servir d’un assistant sans se faire piéger.">Se former</PageTitle>
      {error && <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'La formation n’a pas pu être chargée.')}</ErrorMessage>}
      {!data && !error && <Skeleton shape="cards" count={6} label="Chargement de la formation…" />}
      {data && (
        <>
          <ProgressBar
            label={`${plural(data.completed.length, 'module terminé', 'modules terminés')} sur ${literacyModules.length}`}
            value={(data.completed.length / literacyModules.length) * 100}
          />
          <ul className={styles.list}>
            {literacyModules.map((module, index) => {
              const completion = data.completed.find((one) => one.module === module)
              const { title, lead } = moduleSummaries[module]
              return (
                <li key={module}>
                  <LinkCard
                    href={paths.literacyModule(module)}
                    title={`${index + 1}. ${title}`}
                    headingLevel={2}
                    badge={
                      completion ? (
                        <Badge tone="success" icon={<CircleCheck aria-hidden />}>
                          Terminé
                        </Badge>
                      ) : (
                        <Badge icon={<Clock aria-hidden />}>{`${moduleMinutes}\u00a0min`}</Badge>
                      )
                    }
                    {...(completion && { footer: `Le ${formatDate(completion.completed_at)}` })}
                  >
                    {lead}
                  </LinkCard>
                </li>
              )
            })}
          </ul>
          <p className={styles.muted}>
            Seule la date est gardée, pas vos réponses. Votre administration voit combien de personnes ont terminé chaque module dans un service d’au moins cinq
            comptes, jamais lesquelles.
          </p>
        </>
      )}
    </div>
  )
}

/** Page of a module of the literacy path. */
export function LiteracyModulePage() {
  const { moduleId = '' } = useParams()
  return isLiteracyModule(moduleId) ? <ModulePage key={moduleId} module={moduleId} /> : <NotFound />
}

function ModulePage({ module }: { module: LiteracyModule }) {
  const { title, lead, load } = moduleSummaries[module]
  const { data, isError, isFetching, refetch } = useText(load)
  return (
    <div className={styles.page}>
      <PageTitle lead={lead}>{title}</PageTitle>
      <p>
        <Link to={paths.literacy}>Tous les modules</Link>
      </p>
      {isError && <ErrorMessage query={{ refetch, isFetching }}>Ce module n’a pas pu être chargé.</ErrorMessage>}
      {!data && !isError && <Skeleton shape="lines" count={10} label="Chargement du module…" />}
      {data && <ModuleContent module={module} text={data} />}
    </div>
  )
}

function ModuleContent({ module, text: { parts, law = [], questions, exercise } }: { module: LiteracyModule; text: ModuleText }) {
  const { answers, answer, firstMissing } = useAnswers(module, questions)
  return (
    <>
      {parts.map(({ title, text }) => (
        <section key={title} className={styles.part}>
          <h2>{title}</h2>
          <Markdown text={text} headingLevel={3} />
        </section>
      ))}
      {law.length > 0 && (
        <section className={styles.part} aria-labelledby="droit">
          <h2 id="droit">Ce que dit le droit</h2>
          {law.map((name) => (
            <LegalSentence key={name} {...legalSentences[name]} />
          ))}
        </section>
      )}
      <section className={styles.part} aria-labelledby="questions">
        <h2 id="questions">Trois questions</h2>
        {questions.map((question, index) => (
          <Question key={question.question} question={question} index={index} chosen={answers[index] ?? null} onChoose={(choice) => answer(index, choice)} />
        ))}
      </section>
      <Exercise module={module} exercise={exercise} />
      <Completion module={module} firstMissing={firstMissing} />
    </>
  )
}

/** Sentence about the law, with its source and the day on which it was read. */
const LegalSentence = ({ text, source, read, isSure }: (typeof legalSentences)[keyof typeof legalSentences]) => (
  <div>
    <p>{text}</p>
    <p className={styles.muted}>
      {isSure ? 'Source' : 'À vérifier dans le texte publié. D’après'}&nbsp;: {source}, lu le {formatDate(read)}.
    </p>
  </div>
)

/** Exercise in a real conversation: the prompt is in the field, and nothing is sent before the person does. */
function Exercise({ module, exercise: { text, prompt, check } }: { module: LiteracyModule; exercise: ModuleText['exercise'] }) {
  const { id } = useUser()
  const draftKey = `formation-${module}`
  useState(() => {
    // The field reads it when it is mounted.
    if (readDraft(`${id}.${draftKey}`) === '') saveDraft(`${id}.${draftKey}`, prompt)
  })
  return (
    <section className={styles.part} aria-labelledby="exercice">
      <h2 id="exercice">Exercice</h2>
      <p>{text}</p>
      <NewConversationField draftKey={draftKey} placeholder="Votre demande" />
      <p className={styles.muted}>Envoyer ouvre une conversation, que vous pourrez supprimer. Revenez ensuite ici.</p>
      <p>
        <strong>À observer.</strong> {check}
      </p>
    </section>
  )
}

/** « Terminer le module », refused until each question has its right answer. */
function Completion({ module, firstMissing }: { module: LiteracyModule; firstMissing: number | null }) {
  const { data } = useQuery(queryFor(routes.literacy.own))
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isCompleted = data?.completed.some((one) => one.module === module) === true
  const next = literacyModules[literacyModules.indexOf(module) + 1]

  async function complete() {
    if (firstMissing !== null) {
      setFailure('Il manque une bonne réponse. Vous pouvez en changer autant que vous voulez.')
      document.getElementById(`question-${firstMissing}`)?.querySelector('input')?.focus()
      return
    }
    setPending(true)
    setFailure(null)
    try {
      await call(routes.literacy.complete, { body: { module } })
      await invalidate(routes.literacy.complete)
    } catch (error) {
      setFailure(sentenceOf(error, 'Le module n’a pas pu être noté comme terminé. Veuillez réessayer.'))
    } finally {
      setPending(false)
    }
  }

  return (
    <section className={styles.part} aria-label="Fin du module">
      {failure && <Banner tone="error">{failure}</Banner>}
      {isCompleted ? (
        <>
          <Banner tone="success">Module terminé.</Banner>
          <div>
            {next === undefined ? (
              <LinkButton href={paths.literacy}>Voir tous les modules</LinkButton>
            ) : (
              <LinkButton variant="primary" href={paths.literacyModule(next)}>{`Suivant\u00a0: ${moduleSummaries[next].title}`}</LinkButton>
            )}
          </div>
        </>
      ) : (
        <div>
          <Button variant="primary" icon={<CircleCheck aria-hidden />} isPending={isPending} pendingLabel="Enregistrement…" onPress={() => void complete()}>
            Terminer le module
          </Button>
        </div>
      )}
    </section>
  )
}

/** Downloads the texts of a module. `refetch` tries again after a failed download. */
function useText(load: () => Promise<ModuleText>) {
  const [data, setData] = useState<ModuleText>()
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState(-1)
  useEffect(() => {
    load().then(setData, () => setFailed(attempt))
  }, [load, attempt])
  const isError = failed === attempt
  return { data, isError, isFetching: data === undefined && !isError, refetch: () => setAttempt(attempt + 1) }
}

/** Answers of the person to the questions of a module. They stay in this tab, and are never sent. `firstMissing`: first question without its right answer. */
function useAnswers(module: LiteracyModule, questions: readonly ModuleQuestion[]) {
  const key = `${useUser().id}.formation.${module}`
  const [answers, setAnswers] = useState(() => parseAnswers(readDraft(key), questions.length))
  function answer(index: number, choice: number) {
    const next = answers.with(index, choice)
    setAnswers(next)
    saveDraft(key, next.map((one) => one ?? '-').join(''))
  }
  const missing = questions.findIndex(({ answer: right }, index) => answers[index] !== right)
  return { answers, answer, firstMissing: missing === -1 ? null : missing }
}
