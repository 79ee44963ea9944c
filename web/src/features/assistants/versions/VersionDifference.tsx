import { type AssistantVersion, type AssistantVersionSummary, type VersionedField, routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { Switch } from '../../../ui/fields/Checkbox.tsx'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { DifferenceKey, TextDifference } from '../../../ui/content/TextDifference.tsx'
import styles from './AssistantVersions.module.css'
import { queryFor } from '../../../api/queries.ts'
import { History } from 'lucide-react'
import { call } from '../../../api/browser.ts'
import { Button } from '../../../ui/Button.tsx'
import { focusTitleAfterDialog } from '../../../ui/overlays/Dialog.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { quotedList } from '../../../ui/words/formats.ts'

/** Routes of the versions of an assistant: the organisation's or the person's own. */
export const versionCalls = { common: routes.assistantVersions, own: routes.ownAssistantVersions } as const

type VersionCalls = (typeof versionCalls)[keyof typeof versionCalls]

/** Query of a version, never stale because its texts do not change. The state of its document categories is refreshed when a category changes. */
export const readVersion = (calls: VersionCalls, id: string, number: number) => ({
  ...queryFor(calls.get, { params: { id, number: String(number) } }),
  staleTime: Infinity,
})

/** Returns the names of the document categories of a version that have been deleted. */
const deletedCategoriesIn = (version: Pick<AssistantVersion, 'document_categories'> | undefined): string[] =>
  (version?.document_categories ?? []).filter(({ is_gone }) => is_gone).map(({ name }) => name)

const fields: readonly { id: VersionedField; title: string }[] = [
  { id: 'name', title: 'Nom' },
  { id: 'description', title: 'Description' },
  { id: 'prompt_content', title: 'Instructions' },
  { id: 'starters', title: 'Questions proposées' },
  { id: 'document_categories', title: 'Documents de l’assistant' },
]

/** Returns the text of a field, with one suggested question or document category per line. */
function textOf(value: AssistantVersion[VersionedField]): string {
  if (typeof value === 'string') return value
  return value.map((one) => (typeof one === 'string' ? one : `${one.name}${one.is_gone ? ' (supprimée depuis)' : ''}`)).join('\n')
}

/** Texts of a version, compared with those of the previous one. */
export function VersionDifference({ calls, assistantId, version }: { calls: VersionCalls; assistantId: string; version: AssistantVersionSummary }) {
  const isFirst = version.number === 1
  const own = useQuery(readVersion(calls, assistantId, version.number))
  const before = useQuery({ ...readVersion(calls, assistantId, Math.max(1, version.number - 1)) })
  const [isWhole, setWhole] = useState(isFirst)
  const error = own.error ?? before.error
  if (error)
    return (
      <ErrorMessage
        onRetry={() => {
          void own.refetch()
          void before.refetch()
        }}
      >
        {sentenceOf(error, 'Impossible de charger cette version.')}
      </ErrorMessage>
    )
  if (!own.data || !before.data) return <Skeleton shape="lines" count={6} label="Chargement de la version…" />
  return (
    <>
      <div className={styles.head}>
        <h2>{isFirst ? 'Version 1' : `Ce que change la version ${version.number}`}</h2>
        {!isFirst && (
          <Switch isSelected={isWhole} onChange={setWhole}>
            Texte entier
          </Switch>
        )}
      </div>
      {!isFirst && <DifferenceKey />}
      {fields
        .filter(({ id }) => isWhole || version.changed.includes(id))
        .map(({ id, title }) => (
          <div key={id} className={styles.field}>
            <h3>{title}</h3>
            <TextDifference before={textOf(before.data[id])} after={textOf(own.data[id])} isWhole={isWhole} />
          </div>
        ))}
    </>
  )
}

interface RestoreButtonProps {
  calls: VersionCalls
  assistantId: string
  number: number
  /** `left_out`: names of the document categories that could not be restored. */
  onRestored: (left_out: readonly string[]) => void
}

/** Button that restores the texts of a version, after a confirmation. */
export function RestoreButton({ calls, assistantId, number, onRestored }: RestoreButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const deletedCategories = deletedCategoriesIn(useQuery(readVersion(calls, assistantId, number)).data)
  return (
    <div>
      <Button variant="primary" icon={<History aria-hidden />} onPress={() => setAsking(true)}>
        Rétablir la version {number}
      </Button>
      {isAsking && (
        <ConfirmDialog
          isOpen
          onClose={() => setAsking(false)}
          title={`Rétablir la version ${number}\u00a0?`}
          confirmLabel="Rétablir"
          pendingLabel="Rétablissement…"
          describeError={(failure) => sentenceOf(failure, 'La version n’a pas pu être rétablie. Rien n’a changé.')}
          onConfirm={async () => {
            const { left_out } = await call(calls.restore, { params: { id: assistantId, number: String(number) } })
            onRestored(left_out)
            focusTitleAfterDialog()
          }}
        >
          L’assistant reprend le nom, la description, les instructions, les questions proposées et les documents de cette version, dès la prochaine question.
          Les textes d’aujourd’hui restent dans la liste&nbsp;: rien n’est perdu.
          {deletedCategories.length > 0 && ` ${deletedCategoriesSentence(deletedCategories)}`}
        </ConfirmDialog>
      )}
    </div>
  )
}

/** Sentence about the deleted document categories, which are not restored. */
function deletedCategoriesSentence(names: readonly string[]): string {
  return names.length === 1
    ? `La catégorie de documents ${quotedList(names)} a été supprimée depuis\u00a0: elle n’est pas reprise.`
    : `Les catégories de documents ${quotedList(names)} ont été supprimées depuis\u00a0: elles ne sont pas reprises.`
}
