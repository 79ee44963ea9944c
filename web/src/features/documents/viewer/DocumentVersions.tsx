import { routes } from '@parvis/contract'
import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { Link } from '../../../router/Link.tsx'
import { TextButton } from '../../../ui/TextButton.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { formatDate } from '../../../ui/words/formats.ts'
import { DocumentDates } from '../dates/DocumentDates.tsx'
import { isDated } from '../dates/validity-words.ts'
import styles from '../dates/Dates.module.css'
import { useDocumentOpener } from '../../../chat/sources/source-opener.ts'

/** State of a document today, and its versions if it has several, the last one first. Nothing for a document without dates, or that cannot be read. */
export function DocumentVersions({ document_id }: { document_id: string }) {
  const open = useDocumentOpener()
  const { data } = useQuery({ ...queryFor(routes.documents.versions, { params: { id: document_id } }), retry: false })
  const versions = data?.versions ?? []
  const shown = versions.find(({ id }) => id === document_id)
  if (shown === undefined || !isDated(shown)) return null
  if (versions.length < 2) return <DocumentDates document={shown} />
  return (
    <section className={styles.versions} aria-label="Versions du document">
      <h3>{`Versions (${versions.length})`}</h3>
      <ol>
        {versions.map((version, at) => (
          <li key={version.id} data-current={version.id === document_id || undefined} aria-current={version.id === document_id || undefined}>
            {version.id === document_id ? (
              <strong>{`${version.original_filename} (affichée ici)`}</strong>
            ) : open === null ? (
              <span>{version.original_filename}</span>
            ) : (
              <TextButton onPress={() => open({ document_id: version.id, name: version.original_filename, source: null })}>
                {version.original_filename}
              </TextButton>
            )}
            <DocumentDates document={version} />
            {versions[at + 1] && (
              <Link to={paths.compareDocuments({ avant: versions[at + 1]!.id, apres: version.id })}>
                Comparer avec la version précédente
                <VisuallyHidden>{` de ${version.original_filename}`}</VisuallyHidden>
              </Link>
            )}
            <span className={styles.note}>{`Ajoutée le ${formatDate(version.upload_date)} par ${version.uploader_name}`}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
