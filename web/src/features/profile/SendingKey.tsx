import { useState } from 'react'
import { sentenceOf } from '../../api/transport/api-error.ts'
import { saveEnterSends, useEnterSends } from '../../chat/composer/sending-key.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Switch } from '../../ui/fields/Checkbox.tsx'

/** Switch for the key that sends a message, applied at once in every chat. */
export function SendingKey() {
  const enterSends = useEnterSends()
  const [failure, setFailure] = useState<string | null>(null)
  return (
    <>
      <Switch
        isSelected={enterSends}
        hint="Maj + Entrée va à la ligne. Sans ce choix, Ctrl + Entrée envoie et Entrée va à la ligne."
        onChange={(isChosen) => {
          setFailure(null)
          void saveEnterSends(isChosen).catch((error: unknown) => setFailure(sentenceOf(error, 'Votre choix n’a pas pu être enregistré.')))
        }}
      >
        Envoyer les messages avec Entrée
      </Switch>
      {failure && <Banner tone="error">{failure}</Banner>}
    </>
  )
}
