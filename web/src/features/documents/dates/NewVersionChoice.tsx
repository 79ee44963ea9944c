import { routes, type LibraryDocument } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../../api/queries.ts'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { formatDate } from '../../../ui/words/formats.ts'
import { isSameTitle, titleOf } from './validity-words.ts'

interface NewVersionChoiceProps {
  file: File
  /** Document that the file will replace; null for none. */
  replaced: LibraryDocument | null
  onChange: (replaced: LibraryDocument | null) => void
  isDisabled: boolean
}

/** Proposes that a file with the title of a document of the library becomes its new version. Nothing without such a document. */
export function NewVersionChoice({ file, replaced, onChange, isDisabled }: NewVersionChoiceProps) {
  const query = { search: titleOf(file.name).slice(0, 200), force: 'current', limit: '20' } as const
  const { data } = useQuery({ ...queryFor(routes.documents.page, { query }), enabled: query.search !== '' })
  const found = data?.data.find(
    ({ original_filename, can_edit, superseded_by_id }) => can_edit && superseded_by_id === null && isSameTitle(original_filename, file.name),
  )
  const same = replaced ?? found
  if (same === undefined) return null
  return (
    <Checkbox
      isSelected={replaced !== null}
      onChange={(isSelected) => onChange(isSelected ? same : null)}
      isDisabled={isDisabled}
      hint={`Ajouté le ${formatDate(same.upload_date)} dans «\u00a0${same.category}\u00a0». Les réponses s’appuieront dès aujourd’hui sur le nouveau fichier.`}
    >
      {`Nouvelle version de «\u00a0${same.original_filename}\u00a0»`}
    </Checkbox>
  )
}
