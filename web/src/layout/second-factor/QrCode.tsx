import { encode } from 'uqr'
import styles from './SecondFactor.module.css'

/** QR code of a text, dark on light in every theme because applications read no other. */
export function QrCode({ text }: { text: string }) {
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
