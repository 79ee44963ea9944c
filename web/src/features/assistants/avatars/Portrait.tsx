import type { ReactNode } from 'react'
import type { PersonaId } from './personas.ts'
import styles from './Portrait.module.css'

/* Classes name what they paint; a portrait keeps its colours in both schemes, only the ground changes. */
const drawings: Record<PersonaId, ReactNode> = {
  camille: (
    <>
      <path className={styles.auburn} d="M52 92c-8-44 6-70 29-70s38 24 31 68c-2 12 2 20 4 26H50c1-8 4-14 2-24Z" />
      <path className={styles.light} d="M70 92h22v22c0 8-22 8-22 0Z" />
      <path className={styles.lightShade} d="M70 98c6 7 16 7 22 0v6c-6 6-16 6-22 0Z" />
      <path className={styles.light} d="M60 62c0-16 9-26 21-26s21 10 21 26c0 20-9 34-21 34S60 82 60 62Z" />
      <path className={styles.auburn} d="M57 66c-2-26 9-38 25-38 15 0 25 11 23 36-3-12-8-19-14-23-9 9-21 11-29 12-3 3-4 7-5 13Z" />
      <path className={styles.slate} d="M26 160c2-30 14-42 42-47l13 14 13-14c28 5 39 17 41 47Z" />
      <path className={styles.cream} d="M68 113l13 14 13-14 3 6-16 26-16-26Z" />
      <path className={styles.slateDark} d="M66 114l-10 6 25 40V146Z M96 114l10 6-25 40V146Z" />
      <path className={styles.line} d="M69 65q3-3 7 0M87 65q4-3 7 0M81 68l-2 9h4M73 84q8 6 16 0" />
      <path className={styles.tile} d="M106 132h10l2 4h-12Z" />
    </>
  ),
  malik: (
    <>
      <path className={styles.black} d="M56 66c-4-28 8-42 25-42s29 14 25 42c0 8-2 12-4 14H60c-2-2-4-6-4-14Z" />
      <path className={styles.brown} d="M69 90h24v24c0 9-24 9-24 0Z" />
      <path className={styles.brownShade} d="M69 98c7 7 17 7 24 0v6c-7 6-17 6-24 0Z" />
      <path className={styles.brown} d="M59 62c0-17 9-25 22-25s22 8 22 25c0 21-9 36-22 36S59 83 59 62Z" />
      <path className={styles.black} d="M59 66c0-4 1-8 2-10 8-1 12-4 16-8 6 5 14 7 23 8 2 3 3 6 3 10 4-24-4-38-22-38S55 42 59 66Z" />
      <path className={styles.black} d="M59 70c1 20 11 30 22 30s21-10 22-30c-3 8-5 11-8 12-4-3-24-3-28 0-3-1-5-4-8-12Z" />
      <path className={styles.brown} d="M72 84q9-4 18 0-2 7-9 7t-9-7Z" />
      <path className={styles.tile} d="M28 160c2-31 14-43 41-47q12 12 24 0c27 4 39 16 41 47Z" />
      <path className={styles.tileDark} d="M69 113q12 12 24 0l4 2q-16 19-32 0Z" />
      <path className={styles.line} d="M67 65q4-3 7 0M88 65q4-3 7 0M81 67l-2 8h4" />
      <path className={styles.lineLight} d="M76 85q5 3 10 0" />
      <path className={styles.cream} d="M100 130h14v3h-14Z" />
    </>
  ),
  helene: (
    <>
      <path className={styles.grey} d="M50 74c-6-34 10-52 31-52s37 18 31 52c-1 8-4 14-10 17H60c-6-3-9-9-10-17Z" />
      <path className={styles.warm} d="M70 92h22v22c0 8-22 8-22 0Z" />
      <path className={styles.warmShade} d="M70 99c6 6 16 6 22 0v6c-6 6-16 6-22 0Z" />
      <path className={styles.warm} d="M60 62c0-16 9-26 21-26s21 10 21 26c0 20-9 35-21 35S60 82 60 62Z" />
      <path className={styles.grey} d="M57 70c-4-28 8-42 24-42s28 14 24 42c-2-12-6-20-10-24-6 3-22 3-29 0-5 5-8 13-9 24Z" />
      <path className={styles.green} d="M26 160c2-30 14-43 44-47l11 4 11-4c30 4 41 17 43 47Z" />
      <path className={styles.greenDark} d="M66 113c2 10 28 10 30 0l5 3c-3 17-37 17-40 0Z" />
      <path className={styles.line} d="M69 66q3-3 6 0M87 66q3-3 6 0M81 69l-2 8h4M74 85q7 5 14 0" />
      <path className={styles.glasses} d="M63 66a9 8.500 0 1 1 18 0 9 8.500 0 1 1-18 0ZM81 66a9 8.500 0 1 1 18 0 9 8.500 0 1 1-18 0ZM63 64l-4-1M99 64l4-1" />
    </>
  ),
}

/** Drawn portrait of a persona. Hidden from assistive technology, because its name is always written beside it. */
export function Portrait({ persona }: { persona: PersonaId }) {
  return (
    <svg className={styles.portrait} viewBox="0 0 160 160" width="160" height="160" aria-hidden focusable="false">
      <rect className={styles.ground} width="160" height="160" />
      <path className={styles.arch} d="M18 160V84a63 63 0 0 1 126 0v76" />
      <path className={styles.paving} d="M-4 150h168M-4 138h168" />
      {drawings[persona]}
    </svg>
  )
}
