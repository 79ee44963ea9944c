import { routes } from '@parvis/contract'
import { useMutation } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { open } from '../../api/browser.ts'
import { saveBlob } from '../../api/transport/save-blob.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/content/Card.tsx'
import { localDay } from '../../ui/words/formats.ts'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'
import styles from './Profile.module.css'

/** Rights of the person over their data: download it, or delete the account. */
export function OwnData() {
  const [isLeaving, setLeaving] = useState(false)
  const copy = useMutation({
    mutationFn: async () => {
      const response = await open(routes.rights.download)
      saveBlob(await response.blob(), `parvis-mes-donnees-${localDay(new Date())}.zip`)
    },
  })
  return (
    <Card as="section">
      <div className={styles.data}>
        <h2>Vos données</h2>
        <p>
          Téléchargez tout ce que cette installation conserve de vous&nbsp;: compte, conversations, projets, documents déposés, connexions. L’archive contient
          un texte qui l’explique.
        </p>
        <Notice sentence={copy.isSuccess && 'La copie de vos données a été téléchargée.'} onDismiss={copy.reset} />
        <Notice
          tone="error"
          sentence={copy.isError && `La copie n’a pas pu être faite. ${sentenceOf(copy.error, 'Veuillez réessayer.')}`}
          onDismiss={copy.reset}
        />
        <div className={styles.dataActions}>
          <Button icon={<Download aria-hidden />} onPress={() => copy.mutate()} isPending={copy.isPending} pendingLabel="Préparation de la copie…">
            Télécharger mes données
          </Button>
          <Button variant="quiet" icon={<Trash2 aria-hidden />} onPress={() => setLeaving(true)}>
            Supprimer mon compte…
          </Button>
        </div>
      </div>
      {isLeaving && <DeleteAccountDialog onClose={() => setLeaving(false)} />}
    </Card>
  )
}
