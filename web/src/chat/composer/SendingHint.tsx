import { useState } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { useAnnounce } from '../../ui/feedback/StatusRegion.tsx'
import styles from './Composer.module.css'
import { saveEnterSends } from './sending-key.ts'

/** Hint under the field: the sending key, a button that changes it, and the « @ » of mentions. */
export function SendingHint({ id, enterSends, callsAssistants }: { id: string; enterSends: boolean; callsAssistants: boolean }) {
  const [failure, setFailure] = useState<string | null>(null)
  const announce = useAnnounce()

  async function choose() {
    setFailure(null)
    try {
      await saveEnterSends(!enterSends)
      announce(enterSends ? 'Ctrl et Entrée envoient maintenant vos messages' : 'Entrée envoie maintenant vos messages')
    } catch (error) {
      setFailure(sentenceOf(error, 'Votre choix n’a pas pu être enregistré.'))
    }
  }
  return (
    <div className={styles.hint}>
      <div id={id} className={styles.keys}>
        <p>
          {enterSends ? (
            <>
              <kbd>Entrée</kbd> pour envoyer, <kbd>Maj</kbd> + <kbd>Entrée</kbd> pour aller à la ligne
            </>
          ) : (
            <>
              <kbd>Ctrl</kbd> + <kbd>Entrée</kbd> pour envoyer
            </>
          )}
        </p>
        {callsAssistants && (
          <p>
            <kbd>@</kbd> pour appeler un assistant
          </p>
        )}
      </div>
      <button type="button" onClick={() => void choose()}>
        {enterSends ? 'Envoyer avec Ctrl + Entrée' : 'Envoyer avec Entrée'}
      </button>
      {failure && <p role="alert">{failure}</p>}
    </div>
  )
}
