import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../Button.tsx'
import { ariaUnavailable } from '../PressButton.tsx'
import styles from './Pagination.module.css'

interface PaginationProps {
  /** Current page, from 1. */
  page: number
  pages: number
  onChange: (page: number) => void
  /** Name of the landmark, for a screen that has several. */
  label?: string
}

export const pageOf = (page: number, pages: number): string => `Page ${page} sur ${pages}`

/** Buttons to go from page to page; renders nothing when there is a single page. */
export function Pagination({ page, pages, onChange, label = 'Pagination' }: PaginationProps) {
  if (pages <= 1) return null
  return (
    <nav aria-label={label} className={styles.pagination}>
      <Button variant="quiet" size="s" icon={<ChevronLeft aria-hidden />} {...(page <= 1 ? ariaUnavailable : { onPress: () => onChange(page - 1) })}>
        Précédente
      </Button>
      <ul className={styles.pages}>
        {pagesAround(page, pages).map((n, index) => (
          <li key={n ?? `gap-${index}`}>
            {n === null ? (
              <span className={styles.gap}>…</span>
            ) : (
              <button type="button" className={styles.page} aria-label={`Page ${n}`} aria-current={n === page ? 'page' : undefined} onClick={() => onChange(n)}>
                {n}
              </button>
            )}
          </li>
        ))}
      </ul>
      <span className={styles.compact}>{pageOf(page, pages)}</span>
      <Button variant="quiet" size="s" {...(page >= pages ? ariaUnavailable : { onPress: () => onChange(page + 1) })}>
        Suivante
        <ChevronRight aria-hidden className={styles.after} />
      </Button>
    </nav>
  )
}

/**
 * Returns the page numbers to show around the current one: the first, the last and the neighbours. Null stands for a gap of two pages or more.
 * @example pagesAround(5, 9) // [1, null, 4, 5, 6, null, 9]
 */
export function pagesAround(page: number, pages: number): (number | null)[] {
  const shownPages = [...new Set([1, page - 1, page, page + 1, pages])].filter((n) => n >= 1 && n <= pages).sort((a, b) => a - b)
  return shownPages.flatMap((n, index) => {
    const before = shownPages[index - 1]
    if (before === undefined || n - before === 1) return [n]
    return n - before === 2 ? [n - 1, n] : [null, n]
  })
}
