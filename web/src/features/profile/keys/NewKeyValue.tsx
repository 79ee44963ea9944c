import { useUnsaved } from '../../../layout/drafts/use-unsaved.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import styles from './KeyFields.module.css'

const texts = {
  title: 'Fermer sans avoir gardé votre clé\u00a0?',
  sentence: 'Elle ne sera plus montrée\u00a0: il faudra en créer une autre.',
  leave: 'Fermer',
  stay: 'Revenir à la clé',
}

/** Dialog with the value of a new key, which is shown only once. Leaving it otherwise than by its button is confirmed. */
export function NewKeyValue({ value, onClose }: { value: string; onClose: () => void }) {
  const address = `${location.origin}/v1`
  const confirm = useUnsaved(true, undefined, texts)
  return (
    <Dialog
      isOpen
      onClose={() => confirm(onClose)}
      title="Votre clé"
      actions={
        <Button variant="primary" autoFocus onPress={onClose}>
          Je l’ai gardée
        </Button>
      }
    >
      <div className={styles.shown}>
        <p>
          Elle ne sera plus montrée&nbsp;: donnez-la au logiciel, ou rangez-la avec vos mots de passe. Elle vaut un mot de passe&nbsp;: ne l’envoyez à personne.
        </p>
        <div className={styles.value}>
          <code>{value}</code>
          <CopyButton text={value} label="Copier la clé" copiedAnnouncement="Clé copiée" />
        </div>
        <p>Adresse à donner au logiciel&nbsp;:</p>
        <div className={styles.value}>
          <code>{address}</code>
          <CopyButton text={address} label="Copier l’adresse" copiedAnnouncement="Adresse copiée" />
        </div>
      </div>
    </Dialog>
  )
}
