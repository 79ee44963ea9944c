import type { OdfParagraphReader } from './odf-paragraphs.ts'
import type { TextBackground, OdfStyles } from './odf-styles.ts'

/** Tracks the background of the text being read and whether it is struck through, from the page to the innermost element. */
export function createOdfBackgroundTracker() {
  const outer: { background: TextBackground; isStruck: boolean }[] = []
  const behind = (): TextBackground => outer.at(-1)?.background ?? 'white'
  const isStruck = (): boolean => outer.at(-1)?.isStruck ?? false
  return {
    behind,
    isStruck,
    /** Enters an element. Without a fill of its own, it has the background of the enclosing element; so for strike-through. */
    enter: (background: TextBackground | undefined, isStruckThrough?: boolean) =>
      void outer.push({ background: background ?? behind(), isStruck: isStruckThrough ?? isStruck() }),
    leave: () => void outer.pop(),
  }
}

/** Tracks the open spans: font, exponents and indices, strike-through. */
export function createSpans(styles: OdfStyles, paragraphs: OdfParagraphReader) {
  const open: { font: string | undefined; isScript: boolean; isStruck: boolean | undefined }[] = []
  return {
    font: () => open.at(-1)?.font,
    /** Whether the innermost span strikes its text through; undefined when no span specifies it. */
    isStruck: () => open.at(-1)?.isStruck,
    begin(style: string | undefined): void {
      const script = styles.script(style)
      const isScript = script !== null && !open.some((span) => span.isScript)
      open.push({ font: styles.font(style) ?? open.at(-1)?.font, isScript, isStruck: styles.strikes(style) ?? open.at(-1)?.isStruck })
      if (isScript) paragraphs.beginScript(script)
    },
    end(): void {
      if (open.pop()?.isScript) paragraphs.endScript()
    },
  }
}
