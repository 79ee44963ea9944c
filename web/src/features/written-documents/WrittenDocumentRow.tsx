import type { ListedWrittenDocument } from '@parvis/contract'
import { FileText, Trash2 } from 'lucide-react'
import { paths } from '../../paths.ts'
import { Link } from '../../router/Link.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Badge } from '../../ui/feedback/Badge.tsx'
import { formatDateTime, plural } from '../../ui/words/formats.ts'
import { kindWords } from './kind-words.ts'
import styles from './WrittenDocuments.module.css'

/** A document in the list: its title is the link. */
export function WrittenDocumentRow({ document, onDelete }: { document: ListedWrittenDocument; onDelete: () => void }) {
  const { id, title, kind, role, owner, open_proposals, updated_at } = document
  return (
    <li className={styles.row}>
      <FileText aria-hidden className={styles.icon} />
      <div className={styles.words}>
        <h2 className={styles.title}>
          <Link to={paths.writtenDocument(id)}>{title}</Link>
        </h2>
        <p className={styles.facts}>
          <span>{kindWords[kind]}</span>
          <span>
            Modifié le <time dateTime={updated_at}>{formatDateTime(updated_at)}</time>
          </span>
          {owner !== null && <span>{role === 'reader' ? `De ${owner}, en lecture` : `De ${owner}`}</span>}
        </p>
      </div>
      {open_proposals > 0 && <Badge tone="primary">{plural(open_proposals, 'modification proposée', 'modifications proposées')}</Badge>}
      {role === 'owner' && <IconButton icon={Trash2} size="s" tone="danger" label={`Supprimer le document ${title}`} onPress={onDelete} />}
    </li>
  )
}
