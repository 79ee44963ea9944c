import styles from '../../../chat/ChatScreen.module.css'
import { Banner } from '../../../ui/feedback/Banner.tsx'

/** Warning that the library chosen for the conversation no longer exists, is empty, or is not accessible to this person. */
export const LibraryUnavailable = ({ name }: { name: string }) => (
  <div className={styles.above}>
    <Banner tone="warning">
      {`La bibliothèque «\u00a0${name}\u00a0» n’existe plus, n’a plus de document, ou ne vous est plus ouverte\u00a0: les réponses ne s’appuient plus sur elle. Choisissez-en une autre, ou retirez-la, sous le champ du message.`}
    </Banner>
  </div>
)
