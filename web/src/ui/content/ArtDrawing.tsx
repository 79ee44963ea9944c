import type { ReactNode } from 'react'
import styles from './Art.module.css'

export type ArtMotif = 'conversation' | 'dossier' | 'document' | 'recherche' | 'personnes'

/* Line art on a ground of paving stones. Classes: `paper` filled surface, `tint` filled tint, `spark` the one touch of accent. */
const drawings: Record<ArtMotif, ReactNode> = {
  conversation: (
    <>
      <path className={styles.tint} d="M104 26h58a10 10 0 0 1 10 10v30a10 10 0 0 1-10 10h-6v14l-15-14h-37a10 10 0 0 1-10-10V36a10 10 0 0 1 10-10Z" />
      <path className={styles.paper} d="M36 48h66a10 10 0 0 1 10 10v32a10 10 0 0 1-10 10H62l-16 15v-15H36a10 10 0 0 1-10-10V58a10 10 0 0 1 10-10Z" />
      <path d="M42 66h50M42 77h36M126 44h30M126 55h20" />
      <path className={styles.spark} d="M88 88h.01M96 88h.01M80 88h.01" />
    </>
  ),
  dossier: (
    <>
      <path className={styles.paper} d="M64 30h58l14 14v44H64Z" />
      <path d="M122 30v14h14M76 50h34M76 60h46" />
      <path className={styles.tint} d="M44 50h30l9 11h73a6 6 0 0 1 6 6l-6 42a7 7 0 0 1-7 6H50a7 7 0 0 1-7-6l-5-53a6 6 0 0 1 6-6Z" />
      <path className={styles.spark} d="M84 88l9 9 18-18" />
    </>
  ),
  document: (
    <>
      <path className={styles.tint} d="M112 34l44 10-13 62-34-7Z" />
      <path className={styles.paper} d="M54 22h48l22 22v71H54Z" />
      <path d="M102 22v22h22M68 60h42M68 71h42M68 82h42M68 93h24" />
      <path className={styles.spark} d="M68 42h16" />
    </>
  ),
  recherche: (
    <>
      <path className={styles.paper} d="M46 26h62v89H46Z" />
      <path d="M58 42h38M58 53h24M58 64h18M58 92h14" />
      <circle className={styles.tint} cx="112" cy="72" r="28" />
      <path d="M132 92l24 23" />
      <path className={styles.spark} d="M98 72a14 14 0 0 1 14-14" />
    </>
  ),
  personnes: (
    <>
      <circle className={styles.paper} cx="52" cy="60" r="13" />
      <path className={styles.paper} d="M26 115V104a22 22 0 0 1 22-20h10a22 22 0 0 1 22 20v11Z" />
      <circle className={styles.paper} cx="148" cy="60" r="13" />
      <path className={styles.paper} d="M120 115v-11a22 22 0 0 1 22-20h10a22 22 0 0 1 22 20v11Z" />
      <circle className={styles.tint} cx="100" cy="44" r="17" />
      <path className={styles.tint} d="M66 115V98a26 26 0 0 1 26-24h16a26 26 0 0 1 26 24v17Z" />
      <path className={styles.spark} d="M94 46q6 6 12 0" />
    </>
  ),
}

/** Drawing of a motif, without the ground line below it. */
export const ArtDrawing = ({ motif }: { motif: ArtMotif }) => drawings[motif]
