/** What an ordinary page holds at the least: lines, and characters of one line. */
const linesOfPage = 45
const charactersOfLine = 90
/** A picture, of which only the place in the text is known, is held for this many lines. */
const linesOfPicture = 20

const linesOf = (text: string, width = charactersOfLine): number => text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / width)), 0)

export type Asked = ReturnType<typeof createAskedPages>

/**
 * Judges whether the page breaks that people asked for are the only ones: they are when nothing that stands between two of
 * them is longer than a page. Otherwise pages also end where nothing says so, and counting breaks would give wrong numbers.
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
