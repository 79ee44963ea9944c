import type { Paragraphs } from './odf-paragraphs.ts'
import type { Behind, OdfStyles } from './odf-styles.ts'

/** Background of the text being read, and whether it is struck through, from the page to the innermost element. */
export function createGround() {
  const around: { behind: Behind; isStruck: boolean }[] = []
  const behind = (): Behind => around.at(-1)?.behind ?? 'white'
  const isStruck = (): boolean => around.at(-1)?.isStruck ?? false
  return {
    behind,
    isStruck,
    /** Without a word of what it paints, an element lets see what it stands on. */
    enter: (painted: Behind | undefined, strikes?: boolean) => void around.push({ behind: painted ?? behind(), isStruck: strikes ?? isStruck() }),
    leave: () => void around.pop(),
  }
}

/** The spans that are open, one inside the other: the font of the text, the one that draws an exponent, strike-through. */
export function createSpans(styles: OdfStyles, paragraphs: Paragraphs) {
  const open: { font: string | undefined; isScript: boolean; isStruck: boolean | undefined }[] = []
  return {
    font: () => open.at(-1)?.font,
    /** Whether the innermost span strikes its text through; undefined where no span says so. */
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
