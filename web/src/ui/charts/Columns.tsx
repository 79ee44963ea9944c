import { useEffect, useRef, useState, type RefObject } from 'react'
import { formatNumber } from '../words/formats.ts'
import styles from './Charts.module.css'
import type { Paint } from './Figure.tsx'

interface ColumnsProps {
  /** Short labels, one per column: « 21 nov. ». */
  labels: readonly string[]
  /** Series stacked from the bottom up, with one value per column. */
  series: readonly { label: string; paint: Paint; values: readonly number[] }[]
}

const height = 200
const margins = { top: 10, right: 4, bottom: 26 }
const labelWidth = 68
const digitWidth = 8

/** Column chart over time, stacked when there are several series. Drawn at its true size, so that its text stays readable on a phone. */
export function Columns({ labels, series }: ColumnsProps) {
  const [boxRef, width] = useWidth<HTMLDivElement>()
  const totals = labels.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0))
  const ticks = axisTicks(Math.max(0, ...totals))
  const top = ticks.at(-1)!
  const leftMargin = formatNumber(top).length * digitWidth + 10
  const plotWidth = width - leftMargin - margins.right
  const step = plotWidth / labels.length
  const thickness = Math.max(1, Math.min(36, step * 0.72))
  const y = (value: number) => margins.top + (height - margins.top - margins.bottom) * (1 - value / top)
  const centre = (index: number) => leftMargin + step * (index + 0.5)
  return (
    <div ref={boxRef} className={styles.plot}>
      {plotWidth > 0 && (
        <svg width={width} height={height} aria-hidden>
          {ticks.map((tick) => (
            <g key={tick}>
              <line x1={leftMargin} x2={width - margins.right} y1={y(tick)} y2={y(tick)} className={tick === 0 ? styles.base : styles.rule} />
              <text x={leftMargin - 8} y={y(tick)} textAnchor="end" dominantBaseline="central">
                {formatNumber(tick)}
              </text>
            </g>
          ))}
          {labels.map((label, index) => {
            let below = 0
            return (
              <g key={label}>
                <title>{`${label}\u00a0: ${series.map((bars) => `${formatNumber(bars.values[index] ?? 0)} ${bars.label.toLowerCase()}`).join(', ')}`}</title>
                {/* The tooltip works over the full height of the column. */}
                <rect x={centre(index) - step / 2} y={margins.top} width={step} height={height - margins.top - margins.bottom} className={styles.target} />
                {series.map(({ label: name, paint, values }) => {
                  const value = values[index] ?? 0
                  const from = below
                  below += value
                  return (
                    value > 0 && (
                      <rect
                        key={name}
                        x={centre(index) - thickness / 2}
                        y={y(below)}
                        width={thickness}
                        height={Math.max(1, y(from) - y(below))}
                        rx={Math.min(2, thickness / 3)}
                        className={styles[paint]}
                      />
                    )
                  )
                })}
              </g>
            )
          })}
          {labelledColumns(labels.length, labelWidth / step).map((index) => (
            <text key={index} x={Math.min(Math.max(centre(index), leftMargin + 20), width - 24)} y={height - 8} textAnchor="middle">
              {labels[index]}
            </text>
          ))}
        </svg>
      )}
    </div>
  )
}

/**
 * Returns the ticks of an axis: 2 to 5 whole numbers, from 0 to a round number that is at least `max`.
 * @example graduations(37) // [0, 10, 20, 30, 40]
 */
export function axisTicks(max: number): number[] {
  if (max <= 4) return Array.from({ length: Math.max(1, Math.ceil(max)) + 1 }, (_, index) => index)
  const rough = max / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough)!,
  )
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) => index * step)
}

/** Returns the indexes of the columns that get a label: the last one, then one in every `width` columns backwards, in ascending order. */
export function labelledColumns(count: number, width: number): number[] {
  const step = Math.max(1, Math.ceil(width))
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => count - 1 - index * step).reverse()
}

/** Measures the width of an element, in CSS pixels, with a `ResizeObserver`; 0 before the first measure. */
function useWidth<E extends Element>(): [RefObject<E | null>, number] {
  const element = useRef<E>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}
