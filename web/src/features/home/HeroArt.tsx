import styles from './HeroArt.module.css'

/** Line drawing of a town hall on its square (« parvis »). */
export function HeroArt() {
  return (
    <svg className={styles.art} viewBox="0 0 360 260" aria-hidden focusable="false">
      <circle className={styles.sun} cx="272" cy="66" r="26" />
      <path className={styles.back} d="M28 196v-62h58v62M274 196v-50h60v50" />
      <path d="M44 150h10v14H44zM64 150h10v14H64zM44 174h10v12H44zM64 174h10v12H64zM290 160h10v14h-10zM310 160h10v14h-10z" />
      <path className={styles.roof} d="M92 108l88-44 88 44Z" />
      <path className={styles.wall} d="M100 108h160v88H100Z" />
      <path className={styles.back} d="M164 72V46h32v26M164 46l16-14 16 14" />
      <path d="M180 32V14" />
      <path className={styles.flag} d="M180 14h20l-5 5 5 5h-20" />
      <circle className={styles.wall} cx="180" cy="90" r="9" />
      <path d="M180 85v5l4 3" />
      <path className={styles.door} d="M164 196v-38a16 16 0 0 1 32 0v38Z" />
      <path d="M180 142v54M116 126h16v22h-16zM228 126h16v22h-16zM116 166h16v18h-16zM228 166h16v18h-16zM140 108v88M220 108v88" />
      <path d="M12 196h336" />
      <path className={styles.ground} d="M150 196l-44 56M210 196l44 56M180 196v56M58 210h250M30 228h302M8 248h344" />
      <path className={styles.bubble} d="M36 42h74a9 9 0 0 1 9 9v26a9 9 0 0 1-9 9H66l-14 13V86H36a9 9 0 0 1-9-9V51a9 9 0 0 1 9-9Z" />
      <path d="M42 57h54M42 69h36" />
    </svg>
  )
}
