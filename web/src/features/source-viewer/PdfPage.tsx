import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { joinBoxes, piecesOfPassage, type Box } from './highlight.ts'
import styles from './PdfPages.module.css'

/** Widest drawing in device pixels: sharp enough for a screen, bounded for its memory. */
const maxWidth = 2_400

interface Drawn {
  width: number
  height: number
  boxes: Box[]
}

/** One page as a picture, with the passage marked over it. Its text is read in the other tab, which says it better to a screen reader. */
export function PdfPage({ pdf, page, passage }: { pdf: PDFDocumentProxy; page: number; passage: string | null }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const mark = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const [hasFailed, setFailed] = useState(false)

  useEffect(() => {
    let isLeft = false
    let stop: (() => void) | undefined
    void (async () => {
      try {
        const found = await pdf.getPage(page)
        const base = found.getViewport({ scale: 1 })
        const target = canvas.current
        if (isLeft || target === null) return
        const width = Math.min(maxWidth, (target.parentElement?.clientWidth || 480) * Math.max(1, devicePixelRatio))
        const viewport = found.getViewport({ scale: width / base.width })
        target.width = Math.round(viewport.width)
        target.height = Math.round(viewport.height)
        const drawing = found.render({ canvas: target, viewport })
        stop = () => drawing.cancel()
        const [boxes] = await Promise.all([passage === null ? [] : boxesOf(found, passage), drawing.promise])
        if (!isLeft) setDrawn({ width: base.width, height: base.height, boxes })
      } catch (error) {
        if (!isLeft && (error as Error).name !== 'RenderingCancelledException') setFailed(true)
      }
    })()
    return () => {
      isLeft = true
      stop?.()
    }
  }, [pdf, page, passage])
  useEffect(() => {
    mark.current?.scrollIntoView({ block: 'center' })
  }, [drawn])

  return (
    <div className={styles.page} data-drawn={drawn !== null || undefined}>
      <canvas ref={canvas} role="img" aria-label={`Image de la page ${page}${drawn && drawn.boxes.length > 0 ? ', le passage cité y est surligné' : ''}`} />
      {drawn?.boxes.map(({ x, y, width, height }, at) => (
        <div
          key={at}
          ref={at === 0 ? mark : undefined}
          className={styles.mark}
          data-highlighted
          style={{
            left: `${(x / drawn.width) * 100}%`,
            top: `${(y / drawn.height) * 100}%`,
            width: `${(width / drawn.width) * 100}%`,
            height: `${(height / drawn.height) * 100}%`,
          }}
        />
      ))}
      {hasFailed && (
        <p className={styles.failed} role="alert">
          Cette page n’a pas pu être dessinée.
        </p>
      )}
    </div>
  )
}

type Page = Awaited<ReturnType<PDFDocumentProxy['getPage']>>

async function boxesOf(page: Page, passage: string): Promise<Box[]> {
  const { items } = await page.getTextContent()
  const pieces = items.flatMap((item) => ('str' in item ? [item] : []))
  const found = piecesOfPassage(
    pieces.map(({ str }) => str),
    passage,
  )
  const viewport = page.getViewport({ scale: 1 })
  return joinBoxes(
    pieces
      .filter((_, at) => found.has(at))
      .map(({ transform, width, height }) => {
        const [a, b, , , x, y] = transform as [number, number, number, number, number, number]
        // The baseline runs along (a, b); letters rise from it by their height, and hang a fifth below.
        const length = Math.hypot(a, b) || 1
        const [ux, uy] = [a / length, b / length]
        const corner = (along: number, up: number) => viewport.convertToViewportPoint(x + ux * along - uy * up, y + uy * along + ux * up)
        const corners = [corner(0, -height * 0.2), corner(width, -height * 0.2), corner(0, height), corner(width, height)] as [number, number][]
        const [xs, ys] = [corners.map(([at]) => at), corners.map(([, at]) => at)]
        const [left, top] = [Math.min(...xs), Math.min(...ys)]
        return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }
      }),
  )
}
