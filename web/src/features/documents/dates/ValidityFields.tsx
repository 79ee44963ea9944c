import { routes, type LibraryDocument } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../../api/queries.ts'
import type { FormFieldErrors } from '../../../layout/drafts/use-submission.ts'
import { Select } from '../../../ui/fields/Select.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { formatDate } from '../../../ui/words/formats.ts'
import { DateProposals } from './DateProposals.tsx'
import styles from './Dates.module.css'
import type { ValidityValues } from './validity-words.ts'

interface ValidityFieldsProps {
  document: LibraryDocument
  values: ValidityValues
  onChange: (changes: Partial<ValidityValues>) => void
  errors: FormFieldErrors<keyof ValidityValues>
}

/** Fields of the dates of a document, and of the version that it replaces. */
export function ValidityFields({ document, values, onChange, errors }: ValidityFieldsProps) {
  return (
    <fieldset className={styles.group}>
      <legend>Dates et versions</legend>
      <div className={styles.fields}>
        <TextField
          label="En vigueur à partir du"
          type="date"
          value={values.valid_from}
          onChange={(valid_from) => onChange({ valid_from })}
          error={errors.valid_from}
        />
        <TextField
          label="Jusqu’au (inclus)"
          type="date"
          value={values.valid_until}
          onChange={(valid_until) => onChange({ valid_until })}
          error={errors.valid_until}
        />
        <TextField label="À vérifier le" type="date" value={values.review_by} onChange={(review_by) => onChange({ review_by })} error={errors.review_by} />
      </div>
      <p className={styles.note}>
        Toutes facultatives. Hors de ces dates, le document ne sert plus aux réponses, sauf si la question porte sur une date passée ou à venir.
      </p>
      <DateProposals document={document} values={values} onChange={onChange} />
      <SupersededField
        document={document}
        value={values.supersedes_id}
        onChange={(supersedes_id) => onChange({ supersedes_id })}
        error={errors.supersedes_id}
      />
    </fieldset>
  )
}

/** Id of the option that chooses no document. */
const noneId = ':none'

interface SupersededFieldProps {
  document: LibraryDocument
  /** Id of the replaced document; empty for none. */
  value: string
  onChange: (id: string) => void
  error: string | undefined
}

/** Choice of the document that this one replaces, among those of its category that no other version replaces yet. */
function SupersededField({ document, value, onChange, error }: SupersededFieldProps) {
  const { data: page } = useQuery(queryFor(routes.documents.page, { query: { category: document.category, sort: 'name', limit: '100' } }))
  // The current choice may be out of this list: in another category, or beyond its first hundred documents.
  const { data: chain } = useQuery({
    ...queryFor(routes.documents.versions, { params: { id: document.id } }),
    enabled: document.supersedes_id !== null,
  })
  // Of any category.
  const { data: proposed } = useQuery({ ...queryFor(routes.documents.dateProposals, { params: { id: document.id } }), retry: false })
  const former = proposed?.formers.find(({ document_id }) => document_id === value)
  const current = chain?.versions.find(({ id }) => id === document.supersedes_id)
  const listed = (page?.data ?? []).filter(({ id, superseded_by_id }) => id !== document.id && (superseded_by_id === null || superseded_by_id === document.id))
  const choices = current === undefined || listed.some(({ id }) => id === current.id) ? listed : [current, ...listed]
  return (
    <Select
      label="Remplace"
      hint="Le document que celui-ci remplace à partir de sa date d’effet, dans la même catégorie."
      options={[
        { id: noneId, label: 'Aucun document' },
        ...(former === undefined || choices.some(({ id }) => id === value) ? [] : [{ id: value, label: former.original_filename }]),
        ...choices.map(({ id, original_filename, upload_date }) => ({ id, label: original_filename, detail: `Ajouté le ${formatDate(upload_date)}` })),
      ]}
      value={value === '' ? noneId : value}
      onChange={(id) => onChange(id === noneId ? '' : id)}
      error={error}
    />
  )
}
