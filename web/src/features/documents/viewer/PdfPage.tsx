import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { lineFractions, boundsOf, joinBoxes, splitSpans, type PageBox, type MarkLevel, type MarkedPassage } from './highlight.ts'
import styles from './PdfPages.module.css'

/** Maximum width of the rendered page in device pixels: sharp on a screen, with bounded memory. */
const maxWidth = 2_400

interface MarkedBox extends PageBox {
  level: MarkLevel
}

interface DrawnPage {
  width: number
  height: number
  boxes: MarkedBox[]
}

interface PdfPageProps {
  pdf: PDFDocumentProxy
  page: number
  /** Passage to highlight; null on a page that has no part of it. Must be a stable object. */
  passage: MarkedPassage | null
}

/**
 * One PDF page drawn as an image, with a bar beside the passage and its answering parts highlighted. Screen readers read the text in the other tab
 * instead.
 */
export function PdfPage({ pdf, page, passage }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const mark = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<DrawnPage | null>(null)
  const [hasFailed, setFailed] = useState(false)

  useEffect(() => {
    let isUnmounted = false
    let stop: (() => void) | undefined
    void (async () => {
      try {
        const pdfPage = await pdf.getPage(page)
        const base = pdfPage.getViewport({ scale: 1 })
        const target = canvas.current
        if (isUnmounted || target === null) return
        const width = Math.min(maxWidth, (target.parentElement?.clientWidth || 480) * Math.max(1, devicePixelRatio))
        const viewport = pdfPage.getViewport({ scale: width / base.width })
        target.width = Math.round(viewport.width)
        target.height = Math.round(viewport.height)
        const drawing = pdfPage.render({ canvas: target, viewport })
        stop = () => drawing.cancel()
        const [boxes] = await Promise.all([passage === null ? [] : boxesOf(pdfPage, passage), drawing.promise])
        if (!isUnmounted) setDrawn({ width: base.width, height: base.height, boxes })
      } catch (error) {
        if (!isUnmounted && (error as Error).name !== 'RenderingCancelledException') setFailed(true)
      }
    })()
    return () => {
      isUnmounted = true
      stop?.()
    }
  }, [pdf, page, passage])
  useEffect(() => {
    mark.current?.scrollIntoView({ block: 'center' })
  }, [drawn])

  const first = Math.max(0, drawn?.boxes.findIndex(({ level }) => level === 2) ?? 0)
  return (
    <div className={styles.page} data-drawn={drawn !== null || undefined}>
      <canvas ref={canvas} role="img" aria-label={`Image de la page ${page}${drawn && drawn.boxes.length > 0 ? ', le passage cité y est surligné' : ''}`} />
      {drawn?.boxes.map(({ x, y, width, height, level }, index) => (
        <div
          key={index}
          ref={index === first ? mark : undefined}
          className={styles.mark}
          data-highlighted
          data-quoted={level === 2 || undefined}
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

type PdfPageProxy = Awaited<ReturnType<PDFDocumentProxy['getPage']>>

async function boxesOf(page: PdfPageProxy, passage: MarkedPassage): Promise<MarkedBox[]> {
  const { items } = await page.getTextContent()
  const textItems = items.flatMap((item) => ('str' in item ? [item] : []))
  const spans = splitSpans(
    textItems.map(({ str }) => str),
    passage,
  )
  const viewport = page.getViewport({ scale: 1 })
  const boxesAt = (level: MarkLevel): MarkedBox[] =>
    joinBoxes(
      spans
        .filter((span) => span.level === level)
        .map(({ item, from, to }) => {
          const { str, transform, width, height } = textItems[item]!
          const [a, b, , , x, y] = transform as [number, number, number, number, number, number]
          const [start, end] = lineFractions(str, from, to)
          // (a, b) is the direction of the baseline; glyphs rise from it by `height`, and descend by a fifth of it.
          const length = Math.hypot(a, b) || 1
          const [ux, uy] = [a / length, b / length]
          const corner = (along: number, up: number) => viewport.convertToViewportPoint(x + ux * along - uy * up, y + uy * along + ux * up)
          const [left, right, bottom] = [width * start, width * end, -height * 0.2]
          const corners = [corner(left, bottom), corner(right, bottom), corner(left, height), corner(right, height)] as [number, number][]
          const [xs, ys] = [corners.map(([index]) => index), corners.map(([, at]) => at)]
          const [minX, minY] = [Math.min(...xs), Math.min(...ys)]
          return { x: minX, y: minY, width: Math.max(...xs) - minX, height: Math.max(...ys) - minY }
        }),
    ).map((box) => ({ ...box, level }))
  const answering = boxesAt(2)
  const bar = boundsOf([...boxesAt(1), ...answering])
  return bar === null ? [] : [{ ...bar, level: 1 }, ...answering]
}

/** Returns the text items of a page, in drawing order. */
export async function textItemsOf(pdf: PDFDocumentProxy, page: number): Promise<string[]> {
  const { items } = await (await pdf.getPage(page)).getTextContent()
  return items.flatMap((item) => ('str' in item ? [item.str] : []))
}
