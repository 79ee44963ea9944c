import { routes, type LibraryDocument } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryFor } from '../../../api/queries.ts'
import { TextButton } from '../../../ui/TextButton.tsx'
import styles from './Dates.module.css'
import { dayWords, type ValidityValues } from './validity-words.ts'

interface DateProposalsProps {
  document: LibraryDocument
  values: ValidityValues
  onChange: (changes: Partial<ValidityValues>) => void
}

const fieldWords = { valid_from: 'en vigueur à partir du', valid_until: 'en vigueur jusqu’au' } as const

/** Dates read in the text of a document, and the document that it seems to replace. The form takes those that the person accepts. */
export function DateProposals({ document, values, onChange }: DateProposalsProps) {
  const { data } = useQuery({ ...queryFor(routes.documents.dateProposals, { params: { id: document.id } }), retry: false })
  const [ignored, setIgnored] = useState<readonly string[]>([])
  const according = (quote: string | null) => (quote === null ? '' : `, d’après «\u00a0${quote}\u00a0»`)
  const proposals = [
    ...(data?.proposals ?? []).map(({ field, day, quote }) => ({
      changes: { [field]: day },
      words: `${fieldWords[field]} ${dayWords(day)}${according(quote)}`,
      isAccepted: values[field] === day,
    })),
    ...(data?.formers ?? []).map(({ document_id, original_filename, quote }) => ({
      changes: { supersedes_id: document_id },
      words: `remplace «\u00a0${original_filename}\u00a0»${according(quote)}`,
      isAccepted: values.supersedes_id !== '',
    })),
  ].filter(({ isAccepted, words }) => !isAccepted && !ignored.includes(words))
  if (proposals.length === 0) return null
  return (
    <ul className={styles.proposals} aria-label="Dates proposées">
      {proposals.map(({ changes, words }) => (
        <li key={words}>
          <span>{`Proposé\u00a0: ${words}`}</span>
          <span className={styles.choices}>
            <TextButton onPress={() => onChange(changes)} aria-label={`Accepter\u00a0: ${words}`}>
              Accepter
            </TextButton>
            <TextButton tone="muted" onPress={() => setIgnored([...ignored, words])} aria-label={`Ignorer\u00a0: ${words}`}>
              Ignorer
            </TextButton>
          </span>
        </li>
      ))}
    </ul>
  )
}
