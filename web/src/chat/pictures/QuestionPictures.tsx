import { routes, type SentImage } from '@parvis/contract'
import { ImageOff } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { open } from '../../api/browser.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { PressButton } from '../../ui/PressButton.tsx'
import { plural } from '../../ui/words/formats.ts'
import styles from './QuestionPictures.module.css'

/**
 * Thumbnails of the pictures of a question, encoded as a model receives them, with the number of those that the model of its reply received. A press on one
 * shows it in full.
 * @param attached pictures attached to the question
 * @param sent pictures that the model received. Some may be deleted since, hence not in `attached`
 */
export function QuestionPictures({ attached, sent }: { attached: readonly SentImage[]; sent: readonly SentImage[] }) {
  const pictures = [...attached, ...sent.filter(({ document_id }) => !attached.some((one) => one.document_id === document_id))]
  return (
    <>
      <ul className={styles.pictures} aria-label="Images jointes à ce message">
        {pictures.map((picture) => (
          <Thumbnail key={picture.document_id} {...picture} />
        ))}
      </ul>
      <p className={styles.count}>{pictureCount(pictures.length, sent.length)}</p>
    </>
  )
}

function Thumbnail({ document_id, filename }: SentImage) {
  const place = useRef<HTMLLIElement>(null)
  const picture = usePicture(document_id, place)
  const [isOpen, setOpen] = useState(false)
  if (picture === 'unavailable')
    return (
      <li ref={place} className={styles.missing} title={filename}>
        <ImageOff aria-hidden size={20} />
        <b>{filename}</b>
        <span>indisponible</span>
      </li>
    )
  return (
    <li ref={place}>
      {picture !== null && (
        <>
          <PressButton className={styles.thumbnail} aria-label={`Agrandir ${filename}`} title={filename} onPress={() => setOpen(true)}>
            <img src={picture} alt={filename} />
          </PressButton>
          <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={filename} size="xl" isDismissable>
            <img className={styles.whole} src={picture} alt={filename} />
          </Dialog>
        </>
      )}
    </li>
  )
}

/** Downloads a picture once its place is on the screen. Null until then. The URL is that of a blob, because `<img>` cannot send the access token. */
function usePicture(document_id: string, place: RefObject<HTMLElement | null>): string | 'unavailable' | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const unmounted = new AbortController()
    let created: string | null = null
    const download = async () => {
      const response = await open(routes.documents.picture, { params: { id: document_id }, signal: unmounted.signal })
      const content = await response.blob()
      if (!unmounted.signal.aborted) setUrl((created = URL.createObjectURL(content)))
    }
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      download().catch(() => !unmounted.signal.aborted && setUrl('unavailable'))
    })
    observer.observe(place.current!)
    return () => {
      observer.disconnect()
      unmounted.abort()
      if (created !== null) URL.revokeObjectURL(created)
    }
  }, [document_id, place])
  return url
}

/** Sentence that counts the pictures of a question, and those that the model received. None is received while the reply is being written. */
function pictureCount(attached: number, sent: number): string {
  if (sent === 0) return plural(attached, 'image jointe', 'images jointes')
  const images = sent === attached ? plural(sent, 'image') : `${sent}\u00a0${attached > 1 ? 'images' : 'image'} sur ${attached}`
  return `${images} ${sent > 1 ? 'envoyées' : 'envoyée'} au modèle`
}
