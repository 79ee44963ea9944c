import type { AssistantVersion, AssistantVersionSummary, VersionedField } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../../api/transport/api-error.ts'
import { Switch } from '../../../ui/fields/Switch.tsx'
import { ErrorMessage } from '../../../ui/feedback/ErrorMessage.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { DifferenceKey, TextDifference } from '../../../ui/content/TextDifference.tsx'
import styles from './AssistantVersions.module.css'
import { readVersion, type VersionCalls } from './read-version.ts'

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
