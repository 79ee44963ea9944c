import { routes } from '@parvis/contract'
import { useMutation } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { open } from '../../api/browser.ts'
import { saveBlob } from '../../api/transport/save-file.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/content/Card.tsx'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'
import styles from './Profile.module.css'

/** What people may do with all that is held of them: take it, or have it erased. */
export function OwnData() {
  const [isLeaving, setLeaving] = useState(false)
  const copy = useMutation({
    mutationFn: async () => {
      const response = await open(routes.rights.download)
      saveBlob(await response.blob(), `parvis-mes-donnees-${new Date().toISOString().slice(0, 10)}.zip`)
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
        {copy.isSuccess && (
          <Banner tone="success" onDismiss={() => copy.reset()}>
            La copie de vos données a été téléchargée.
          </Banner>
        )}
        {copy.isError && (
          <Banner tone="error" onDismiss={() => copy.reset()}>
            {`La copie n’a pas pu être faite. ${sentenceOf(copy.error, 'Veuillez réessayer.')}`}
          </Banner>
        )}
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
