import { routes } from '@parvis/contract'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { open } from '../../api/browser.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { PressButton } from '../../ui/PressButton.tsx'
import styles from './QuestionPictures.module.css'

interface Picture {
  document_id: string
  filename: string
}

/** Thumbnails of the pictures sent with a question, as a model receives them. A press shows one in full. */
export default function QuestionPictures({ pictures }: { pictures: readonly Picture[] }) {
  return (
    <ul className={styles.pictures} aria-label="Images jointes à ce message">
      {pictures.map((picture) => (
        <Thumbnail key={picture.document_id} {...picture} />
      ))}
    </ul>
  )
}

function Thumbnail({ document_id, filename }: Picture) {
  const place = useRef<HTMLLIElement>(null)
  const picture = usePicture(document_id, place)
  const [isOpen, setOpen] = useState(false)
  // Its name stays in the list of files.
  if (picture === 'unavailable') return null
  return (
    <li ref={place}>
      {picture !== null && (
        <PressButton className={styles.thumbnail} aria-label={`Agrandir ${filename}`} onPress={() => setOpen(true)}>
          <img src={picture} alt={filename} />
        </PressButton>
      )}
      {picture !== null && (
        <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={filename} size="xl" isDismissable>
          <img className={styles.whole} src={picture} alt={filename} />
        </Dialog>
      )}
    </li>
  )
}

/** Downloads a picture once its place is on the screen. Null until then. The address is that of a blob: `<img>` cannot send the access token. */
function usePicture(document_id: string, place: RefObject<HTMLElement | null>): string | 'unavailable' | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const unmounted = new AbortController()
    let made: string | null = null
    const download = async () => {
      const response = await open(routes.documents.picture, { params: { id: document_id }, signal: unmounted.signal })
      const content = await response.blob()
      if (!unmounted.signal.aborted) setAddress((made = URL.createObjectURL(content)))
    }
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      download().catch(() => !unmounted.signal.aborted && setAddress('unavailable'))
    })
    observer.observe(place.current!)
    return () => {
      observer.disconnect()
      unmounted.abort()
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [document_id, place])
  return address
}
