import { encode } from 'uqr'
import styles from './SecondFactor.module.css'

/** A text as a picture to be photographed (QR code), dark on light whatever the theme: applications read no other. */
export function KeyPicture({ text }: { text: string }) {
  const { size, data } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="Image à photographier avec votre application de codes"
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
