import { Download } from 'lucide-react'
import { useEffect, useCallback, useState } from 'react'
import { saveBlob } from '../../api/transport/save-blob.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { useUnsaved } from '../drafts/use-unsaved.ts'
import styles from './SecondFactor.module.css'

interface RecoveryCodesProps {
  codes: string[]
  /** Called when the codes are on the screen; leaving must then be confirmed (`useRecoveryCodesGuard`). */
  onCodesShown: () => void
  /** Called when the person says that the codes are saved. */
  onDone: () => void
}

/** Recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onCodesShown, onDone }: RecoveryCodesProps) {
  useEffect(onCodesShown, [onCodesShown])
  const text = `Codes de secours Parvis\nChacun ouvre votre compte une fois, à la place du code de l’application.\n\n${codes.join('\n')}\n`
  return (
    <section aria-labelledby="codes-de-secours" className={styles.steps}>
      <h3 id="codes-de-secours" tabIndex={-1}>
        Vos codes de secours
      </h3>
      <p>Chacun ouvre votre compte une fois, si votre téléphone manque. Ils ne seront plus montrés&nbsp;: imprimez-les ou rangez-les avec vos mots de passe.</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button icon={<Download aria-hidden />} onPress={() => saveBlob(new Blob([text], { type: 'text/plain;charset=utf-8' }), 'parvis-codes-de-secours.txt')}>
          Télécharger
        </Button>
        <CopyButton text={text} label="Copier les codes" />
        <Button variant="primary" onPress={onDone}>
          Je les ai gardés
        </Button>
      </div>
    </section>
  )
}

const texts = {
  title: 'Fermer sans avoir gardé vos codes\u00a0?',
  sentence: 'Ils ne seront plus montrés\u00a0: il faudra en demander de nouveaux.',
  leave: 'Fermer',
  stay: 'Revenir aux codes',
}

/**
 * Asks for confirmation before leaving recovery codes, which are shown only once.
 * @returns `onShown`, to call when they are on the screen, and `leave`, which runs its argument at once or after the confirmation
 */
export function useRecoveryCodesGuard() {
  const [isShown, setShown] = useState(false)
  const confirmLeave = useUnsaved(isShown, undefined, texts)
  return { leave: confirmLeave, onShown: useCallback(() => setShown(true), []) }
}
