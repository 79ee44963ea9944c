import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryFor } from '../../api/queries.ts'
import { Select } from '../../ui/fields/Select.tsx'
import { answersIn } from './share-words.ts'
import styles from './ShareDialog.module.css'

interface ShareEndFieldsProps {
  conversation_id: string
  /** Id of the last shared message; null for the last answer; empty for an earlier one that is not chosen yet. */
  value: string | null
  error: string | undefined
  onChange: (message_id: string | null) => void
  isDisabled: boolean
  /** Field shown after the first one. */
  children: ReactNode
}

const all = { id: 'tout', label: 'Jusqu’à la dernière réponse' }
const earlier = { id: 'avant', label: 'Jusqu’à une réponse d’avant…' }

/** Fields for the end of the copy. The messages are loaded only when an earlier end is wanted, because a conversation may be long. */
export function ShareEndFields({ conversation_id, value, error, onChange, isDisabled, children }: ShareEndFieldsProps) {
  const isEarlier = value !== null
  const { data, isError } = useQuery({ ...queryFor(routes.conversations.get, { params: { id: conversation_id } }), staleTime: 0, enabled: isEarlier })
  return (
    <>
      <Select
        label="Jusqu’où"
        options={[all, earlier]}
        value={isEarlier ? earlier.id : all.id}
        onChange={(id) => onChange(id === earlier.id ? '' : null)}
        isDisabled={isDisabled}
      />
      {children}
      {isEarlier && (
        <div className={styles.whole}>
          <Select
            label="Dernière réponse partagée"
            options={data ? answersIn(data.messages) : []}
            value={value}
            error={error}
            onChange={onChange}
            placeholder={data ? 'Choisir une réponse' : isError ? 'Indisponible pour le moment' : 'Chargement…'}
            emptyText={isError ? 'Les messages n’ont pas pu être chargés.' : 'Chargement…'}
            isDisabled={isDisabled}
          />
        </div>
      )}
    </>
  )
}
