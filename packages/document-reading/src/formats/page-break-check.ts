/** Lines of an ordinary page and characters of a line, both estimated low. */
const linesPerPage = 45
const charactersPerLine = 90
/** Number of lines counted for a picture, whose height is unknown. */
const linesPerPicture = 20

const linesOf = (text: string, width = charactersPerLine): number =>
  text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / width)), 0)

export type PageBreakCheck = ReturnType<typeof createPageBreakCheck>

/**
 * Checks whether the explicit page breaks are the only ones: true when no content between two of them is longer than a page. Otherwise pages also end
 * elsewhere, and numbers counted from the breaks would be wrong.
 */
export function createPageBreakCheck() {
  let breaks = 0
  let lines = 0
  let overflows = false
  const addLines = (count: number) => {
    lines += count
    if (lines > linesPerPage) overflows = true
  }
  return {
    paragraph: (text: string) => addLines(linesOf(text)),
    row: (cells: readonly string[]) => addLines(Math.max(1, ...cells.map((cell) => linesOf(cell, charactersPerLine / cells.length)))),
    picture: () => addLines(linesPerPicture),
    breakPage() {
      breaks += 1
      lines = 0
    },
    areComplete: (): boolean => breaks > 0 && !overflows,
  }
}
