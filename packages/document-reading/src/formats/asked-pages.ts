/** Lines of an ordinary page and characters of a line, both estimated low. */
const linesOfPage = 45
const charactersOfLine = 90
/** Number of lines counted for a picture, whose height is unknown. */
const linesOfPicture = 20

const linesOf = (text: string, width = charactersOfLine): number => text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / width)), 0)

export type Asked = ReturnType<typeof createAskedPages>

/**
 * Checks whether the explicit page breaks are the only ones: true when no content between two of them is longer than a page. Otherwise pages also end
 * elsewhere, and numbers counted from the breaks would be wrong.
 */
export function createAskedPages() {
  let breaks = 0
  let lines = 0
  let overflows = false
  const take = (count: number) => {
    lines += count
    if (lines > linesOfPage) overflows = true
  }
  return {
    paragraph: (text: string) => take(linesOf(text)),
    row: (cells: readonly string[]) => take(Math.max(1, ...cells.map((cell) => linesOf(cell, charactersOfLine / cells.length)))),
    picture: () => take(linesOfPicture),
    breakPage() {
      breaks += 1
      lines = 0
    },
    areAll: (): boolean => breaks > 0 && !overflows,
  }
}
