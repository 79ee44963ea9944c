import { routes, type AssistantTestCase, type TestCaseContent } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Pencil, Play, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call, useUser } from '../../../api/browser.ts'
import { invalidate, queryFor } from '../../../api/queries.ts'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { runRowAction } from '../../../layout/run-row-action.ts'
import { paths } from '../../../paths.ts'
import { idParam, panelParam } from '../../../router/search-param.ts'
import { useParams } from '../../../router/Routes.tsx'
import { useSearchParamState } from '../../../router/use-search-param-state.ts'
import { Button, LinkButton } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { PageTitle } from '../../../ui/content/PageTitle.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { truncate } from '../../../ui/words/formats.ts'
import styles from './AssistantTests.module.css'
import { CaseFormDialog } from './CaseFormDialog.tsx'
import { GateForm } from './GateForm.tsx'
import { RunDialog } from './RunDialog.tsx'
import { RunList } from './RunList.tsx'
import { RunResults } from './RunResults.tsx'
import { contextText, expectationText } from './words.ts'

const searchParams = { run: panelParam('controle'), message: idParam('reponse') }

type OpenDialog = { kind: 'add' } | { kind: 'run' } | { kind: 'edit' | 'remove'; edited: AssistantTestCase }

/** Page of the test cases of an assistant and of their runs. With an answer in the address, opens the case that it proposes. */
export function AssistantTestsPage() {
  const { assistantId: id = '' } = useParams()
  const { is_admin } = useUser()
  const { urlValues, change } = useSearchParamState(searchParams)
  const { data, error, refetch, isFetching } = useQuery({ ...queryFor(routes.assistantTestCases.list, { params: { id } }), staleTime: 0 })
  const proposal = useQuery({
    ...queryFor(routes.assistantTestCases.fromMessage, { params: { message_id: urlValues.message } }),
    enabled: urlValues.message !== '',
    retry: false,
  })
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const close = () => {
    setDialog(null)
    change({ message: '' }, true)
  }
  const name = data?.assistant.name
  const onAdd = data?.can_edit ? () => setDialog({ kind: 'add' }) : null
  return (
    <div className={styles.page}>
      <PageTitle
        tabTitle={`Contrôles de ${name ?? 'l’assistant'}`}
        lead={name && `«\u00a0${name}\u00a0»\u00a0: des questions et ce que l’on attend de ses réponses, à vérifier avant de changer ses instructions.`}
        actions={
          <>
            <LinkButton href={is_admin ? paths.assistantsAdmin : paths.ownAssistants} icon={<ArrowLeft aria-hidden />}>
              {is_admin ? 'Gestion des Assistants' : 'Mes assistants'}
            </LinkButton>
            {data && data.cases.length > 0 && (
              <Button variant="primary" icon={<Play aria-hidden />} onPress={() => setDialog({ kind: 'run' })}>
                Lancer un contrôle
              </Button>
            )}
          </>
        }
      >
        Contrôles de l’assistant
      </PageTitle>
      <Notice sentence={notice} onDismiss={() => setNotice(null)} />
      {proposal.data === null && <Notice sentence="Cette réponse ne peut pas devenir un cas de contrôle." onDismiss={close} />}
      {proposal.error && <ErrorMessage query={proposal}>{sentenceOf(proposal.error, 'Cette réponse n’a pas pu être lue.')}</ErrorMessage>}
      {!data && error && <ErrorMessage query={{ refetch, isFetching }}>{sentenceOf(error, 'Impossible de charger les contrôles.')}</ErrorMessage>}
      {!data && !error && <Skeleton shape="rows" count={4} label="Chargement des contrôles…" />}
      {data && (
        <>
          <RunList id={id} chosen={urlValues.run} onChoose={(run) => change({ run })} />
          {urlValues.run !== '' && <RunResults key={urlValues.run} id={urlValues.run} />}
          <Cases cases={data.cases} onAdd={onAdd} onDialog={setDialog} />
          {data.can_edit && data.cases.length > 0 && <GateForm key={data.min_passed} id={id} saved={data.min_passed} onDone={setNotice} />}
          {dialog?.kind === 'run' && (
            <RunDialog
              assistant={data.assistant}
              hasCriteria={data.cases.some(({ judge }) => judge !== null)}
              onClose={close}
              onStarted={(run) => {
                setDialog(null)
                change({ run: run.id })
              }}
            />
          )}
        </>
      )}
      <CaseDialogs
        id={id}
        dialog={dialog}
        proposed={proposal.data ? { message_id: urlValues.message, content: proposal.data.content } : undefined}
        onClose={close}
        onDone={setNotice}
      />
    </div>
  )
}

interface CaseDialogsProps {
  id: string
  dialog: OpenDialog | null
  proposed: { message_id: string; content: TestCaseContent } | undefined
  onClose: () => void
  onDone: (sentence: string) => void
}

/** Dialogs that add, change or delete a case. */
function CaseDialogs({ id, dialog, proposed, onClose, onDone }: CaseDialogsProps) {
  async function remove(case_id: string) {
    await runRowAction(routes.assistantTestCases.remove, () => call(routes.assistantTestCases.remove, { params: { id, case_id } }))
    await invalidate(routes.assistantTestCases.remove)
    onDone('Le cas de contrôle est supprimé.')
    onClose()
  }
  const done = (sentence: string) => {
    void invalidate(routes.assistantTestCases.update)
    onDone(sentence)
  }
  if (dialog?.kind === 'edit') return <CaseFormDialog assistantId={id} edited={dialog.edited} onClose={onClose} onDone={done} />
  if (dialog?.kind === 'remove')
    return (
      <ConfirmDialog
        isOpen
        onClose={onClose}
        title={`Supprimer le cas «\u00a0${truncate(dialog.edited.question, 60)}\u00a0»\u00a0?`}
        confirmLabel="Supprimer"
        onConfirm={() => remove(dialog.edited.id)}
        describeError={(error) => sentenceOf(error, 'Le cas n’a pas pu être supprimé. Rien n’a changé\u00a0; veuillez réessayer.')}
        tone="danger"
      >
        Les résultats des contrôles déjà faits restent.
      </ConfirmDialog>
    )
  if (dialog?.kind === 'add' || proposed)
    return <CaseFormDialog key={proposed?.message_id ?? 'new'} assistantId={id} edited={null} proposed={proposed ?? null} onClose={onClose} onDone={done} />
  return null
}

interface CasesProps {
  cases: readonly AssistantTestCase[]
  /** Null for a person who may not change the assistant. */
  onAdd: (() => void) | null
  onDialog: (dialog: OpenDialog) => void
}

/** List of the cases. */
function Cases({ cases, onAdd, onDialog }: CasesProps) {
  const add = onAdd && (
    <Button icon={<Plus aria-hidden />} onPress={onAdd}>
      Ajouter un cas
    </Button>
  )
  if (cases.length === 0)
    return (
      <EmptyState motif="conversation" title="Aucun cas de contrôle pour le moment" {...(add && { action: add })}>
        Écrivez une question et ce que la réponse doit contenir, ou partez d’une vraie réponse&nbsp;: «&nbsp;Détails de la réponse&nbsp;», puis «&nbsp;Ajouter
        aux cas de contrôle&nbsp;».
      </EmptyState>
    )
  return (
    <section aria-labelledby="cas" className={styles.results}>
      <div className={styles.head}>
        <h2 id="cas">Cas de contrôle ({cases.length})</h2>
        {add}
      </div>
      <ul className={styles.cases}>
        {cases.map((one) => (
          <li key={one.id} className={styles.case}>
            <div className={styles.head}>
              <h3>{truncate(one.question, 200)}</h3>
              {onAdd && (
                <span className={styles.tools}>
                  <IconButton icon={Pencil} label={`Modifier le cas ${truncate(one.question, 40)}`} onPress={() => onDialog({ kind: 'edit', edited: one })} />
                  <IconButton
                    icon={Trash2}
                    label={`Supprimer le cas ${truncate(one.question, 40)}`}
                    tone="danger"
                    onPress={() => onDialog({ kind: 'remove', edited: one })}
                  />
                </span>
              )}
            </div>
            {contextText(one) !== '' && <p className={styles.quiet}>{contextText(one)}</p>}
            <ul className={styles.checks}>
              {one.expectations.map((expectation, at) => (
                <li key={at}>{expectationText(expectation)}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}
