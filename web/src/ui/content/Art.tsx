import { onDemand } from '../on-demand.tsx'
import styles from './Art.module.css'
import type { ArtMotif } from './ArtDrawing.tsx'

// Loaded lazily, because empty states are rare; the ground is drawn at once and reserves the space.
const ArtDrawing = onDemand(async () => (await import('./ArtDrawing.tsx')).ArtDrawing)

/** Decorative drawing, hidden from assistive technology. */
export function Art({ motif }: { motif: ArtMotif }) {
  return (
    <svg className={styles.art} viewBox="0 0 200 140" width="200" height="140" aria-hidden focusable="false">
      <ArtDrawing motif={motif} />
      <path d="M14 115h172" />
      <path className={styles.ground} d="M30 123h28M66 123h40M114 123h18M140 123h30M52 131h34M94 131h26M128 131h20" />
    </svg>
  )
}
