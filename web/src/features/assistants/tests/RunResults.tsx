import { routes, type TestAnswer, type TestCaseResult } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../api/browser.ts'
import { invalidate, queryFor } from '../../../api/queries.ts'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { useInstance } from '../../../api/use-instance.ts'
import { Button } from '../../../ui/Button.tsx'
import { Markdown } from '../../../ui/content/Markdown.tsx'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { formatDateTime, formatNumber, plural, truncate } from '../../../ui/words/formats.ts'
import { modelAndLevel, modelLabel } from '../../../ui/words/model-words.ts'
import styles from './AssistantTests.module.css'
import { expectationText, outcomeBadges, statusBadges } from './words.ts'

/** Interval at which a running test is read again, in milliseconds. */
const refreshMs = 1_500

/** Results of a run: its progress, then the regressions, the failures and the rest. */
export function RunResults({ id }: { id: string }) {
  const { data, error, refetch, isFetching } = useQuery({
    ...queryFor(routes.assistantTestRuns.get, { params: { id } }),
    staleTime: 0,
    refetchInterval: (query) => (query.state.data?.status === 'en_cours' ? refreshMs : false),
  })
  const [failure, setFailure] = useState<string | null>(null)
  const [opened, setOpened] = useState<string | null>(null)
  if (!data && error) return <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'Impossible de lire ce contrôle.')}</ErrorMessage>
  if (!data) return <Skeleton shape="rows" count={3} label="Chargement du contrôle…" />

  async function change(route: typeof routes.assistantTestRuns.stop | typeof routes.assistantTestRuns.resume, fallback: string) {
    setFailure(null)
    try {
      await call(route, { params: { id }, body: {} })
    } catch (refused) {
      setFailure(sentenceOf(refused, fallback))
    }
    await invalidate(route)
  }
  const stop = () => change(routes.assistantTestRuns.stop, 'Le contrôle n’a pas pu être arrêté.')
  const resume = () => change(routes.assistantTestRuns.resume, 'Le contrôle n’a pas pu être repris.')

  const answered = data.results.filter(({ outcome }) => outcome !== 'pending')
  const pending = data.results.length - answered.length
  const { status, total, done, regressions, failed, passed, errors, version, compared_version } = data
  const tested = version === null ? 'Instructions non enregistrées' : `Version ${version}`
  return (
    <section className={styles.results} aria-label="Résultats du contrôle">
      <div className={styles.head}>
        <h2>Contrôle du {formatDateTime(data.created_at)}</h2>
        <Badge tone={statusBadges[status].tone}>{statusBadges[status].label}</Badge>
      </div>
      <p className={styles.quiet}>
        {tested}
        {compared_version === null ? ', sans comparaison' : `, comparée à la version ${compared_version}`}
        {data.person !== null && ` · lancé par ${data.person}`} · {formatNumber(data.prompt_tokens + data.completion_tokens)}&nbsp;jetons
      </p>
      {failure && <Banner tone="error">{failure}</Banner>}
      {status === 'en_cours' && (
        <div className={styles.running}>
          <ProgressBar label={`${plural(done, 'réponse')} sur ${formatNumber(total)}`} value={total === 0 ? 0 : (done / total) * 100} />
          <Button onPress={() => void stop()}>Arrêter</Button>
        </div>
      )}
      {(status === 'arretee' || status === 'echouee') && (
        <div className={styles.paused}>
          <p>
            {`${plural(done - errors, 'réponse obtenue', 'réponses obtenues')} sur ${formatNumber(total)}. `}
            {data.is_own ? 'Le reprendre ne redemande que celles qui manquent.' : 'Seule la personne qui l’a lancé peut le reprendre.'}
          </p>
          {data.is_own && (
            <Button icon={<RotateCw aria-hidden />} onPress={() => void resume()}>
              Reprendre
            </Button>
          )}
        </div>
      )}
      <p role="status" className={styles.tally}>
        {plural(regressions, 'régression')}, {plural(failed, 'échec')}, {plural(passed, 'réussite')}
        {errors > 0 && `, ${errors}\u00a0sans réponse`}
      </p>
      <ul className={styles.cases}>
        {answered.map((result) => (
          <CaseResult key={`${result.case_id} ${result.model_id}`} result={result} hasModel={data.model_ids.length > 1} onOpen={setOpened} />
        ))}
      </ul>
      {pending > 0 && <p className={styles.quiet}>{plural(pending, 'cas reste à poser', 'cas restent à poser')}.</p>}
      {opened !== null && <AnswerDialog id={opened} onClose={() => setOpened(null)} />}
    </section>
  )
}

/** Result of a case with a model. @param hasModel whether the model is named: the run has several */
function CaseResult({ result, hasModel, onOpen }: { result: TestCaseResult; hasModel: boolean; onOpen: (answer_id: string) => void }) {
  const instance = useInstance()
  const { question, outcome, compared, is_regression, answers, compared_answers, model_id } = result
  const badge = outcomeBadges[outcome]
  const facts = [
    ...(hasModel ? [instance ? modelLabel(instance, model_id) : model_id] : []),
    ...(compared === null ? [] : [`avant\u00a0: ${outcomeBadges[compared].label.toLowerCase()}`]),
  ]
  return (
    <li className={styles.case}>
      <div className={styles.head}>
        <h3>{question}</h3>
        <span className={styles.badges}>
          {is_regression && <Badge tone="danger">Régression</Badge>}
          <Badge tone={badge.tone}>{badge.label}</Badge>
        </span>
      </div>
      {facts.length > 0 && <p className={styles.quiet}>{facts.join(' · ')}</p>}
      {answers.map((answer) => (
        <AnswerResult key={answer.id} answer={answer} isOne={answers.length === 1} hasModel={hasModel} />
      ))}
      <div className={styles.badges}>
        {answers.filter(isObtained).map(({ id, repeat }) => (
          <Button key={id} size="s" onPress={() => onOpen(id)} aria-label={`Lire la réponse ${repeat}, question «\u00a0${truncate(question, 40)}\u00a0»`}>
            {answers.length === 1 ? 'Lire la réponse' : `Lire la réponse ${repeat}`}
          </Button>
        ))}
        {is_regression &&
          compared_answers.filter(isObtained).map(({ id, repeat }) => (
            <Button key={id} size="s" onPress={() => onOpen(id)}>
              Lire la réponse d’avant{compared_answers.length > 1 ? ` (${repeat})` : ''}
            </Button>
          ))}
      </div>
    </li>
  )
}

const isObtained = ({ outcome }: TestAnswer): boolean => outcome !== 'pending' && outcome !== 'error'

function AnswerResult({ answer, isOne, hasModel }: { answer: TestAnswer; isOne: boolean; hasModel: boolean }) {
  const instance = useInstance()
  const { repeat, outcome, checks, judgement, model, level, model_reason, error } = answer
  if (outcome === 'pending') return null
  const unmet = checks.filter(({ is_met }) => !is_met)
  return (
    <div className={styles.answer}>
      {!isOne && (
        <p>
          Réponse {repeat}&nbsp;: {outcomeBadges[outcome].label.toLowerCase()}
        </p>
      )}
      {error !== null && <p className={styles.failure}>{error}</p>}
      {checks.length > 0 && (
        <ul className={styles.checks}>
          {(unmet.length > 0 ? unmet : checks).map((check, at) => (
            <li key={at} data-met={check.is_met}>
              <span>
                {check.is_met ? 'Oui' : 'Non'}&nbsp;: {expectationText(check.expectation)}
              </span>
              {check.found !== '' && (
                <span className={styles.quiet}>
                  {' — '}
                  {check.is_met ? 'trouvé\u00a0: ' : ''}
                  {check.found}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {judgement !== null && (
        <p className={styles.quiet}>
          Avis du modèle, qui ne décide de rien&nbsp;: {judgement.is_met === null ? 'aucun' : judgement.is_met ? 'critère respecté' : 'critère non respecté'}
          {judgement.reason !== '' && ` (${judgement.reason})`}
        </p>
      )}
      {outcome !== 'error' && (hasModel || model_reason !== null) && instance && model !== null && model !== 'none' && (
        <p className={styles.quiet}>
          {`Répondu par ${modelAndLevel(instance, model, level)}.`}
          {model_reason === 'level' && ' Les documents demandaient un niveau plus haut.'}
        </p>
      )}
    </div>
  )
}

/** Dialog with a whole answer, its question and its sources. */
function AnswerDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch, isFetching } = useQuery({ ...queryFor(routes.assistantTestRuns.answer, { params: { id } }), staleTime: Infinity, retry: false })
  return (
    <Dialog isOpen onClose={onClose} title="Réponse du contrôle" size="l" isDismissable actions={<Button onPress={onClose}>Fermer</Button>}>
      {!data && error && (
        <ErrorMessage query={{ refetch, isFetching }}>Seule la personne qui a lancé ce contrôle lit ses réponses&nbsp;: elles suivent ses droits.</ErrorMessage>
      )}
      {!data && !error && <Skeleton shape="rows" count={3} label="Chargement de la réponse…" />}
      {data && (
        <div className={styles.whole}>
          <p className={styles.question}>{data.content.question}</p>
          <Markdown text={data.answer} headingLevel={3} />
          {data.sources.length > 0 && (
            <ol className={styles.sources}>
              {data.sources.map(({ number, document, page }) => (
                <li key={number} value={number}>
                  {document}
                  {page !== null && `, page ${page}`}
                </li>
              ))}
            </ol>
          )}
        </div>
      )}
    </Dialog>
  )
}
