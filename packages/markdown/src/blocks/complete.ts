import { fenceAfter } from '../definitions.ts'

/** Pattern of a heading of two marks or more without a space: `##Titre`. A single mark may be a tag: `#budget`. */
export const tightHeading = /^( {0,3}#{2,6})(?=[\p{L}\p{N}*_«"(])/u
const item = /^( *)([-*+]|\d{1,9}[.)])( +)(?=\S)/
const hasNestedItem = /^(?: |\t)+(?:[-*+]|\d{1,9}[.)]) /m
const hasTightHeading = /^ {0,3}#{2,6}[^#\s]/m

/** Adds what models omit in block marks: the space after heading marks, and the indentation of nested lists, written with two, three or four spaces. */
export function completeMarks(text: string): string {
  const hasItem = hasNestedItem.test(text)
  if (!hasItem && !hasTightHeading.test(text)) return text
  const write = hasItem ? reindent() : (line: string) => line
  let open: string | null = null
  return text
    .split('\n')
    .map((line) => {
      const wasOpen = open !== null
      open = fenceAfter(hasItem ? line.trimStart() : line, open)
      const completed = write(hasItem ? line.replace(/^[ \t]+/, (blank) => blank.replaceAll('\t', '    ')) : line, wasOpen)
      return wasOpen ? completed : completed.replace(tightHeading, '$1 ')
    })
    .join('\n')
}

interface OpenItem {
  /** Columns as written: of the bullet, and of the text of the item. */
  bullet: number
  textColumn: number
  /** Column of the text in the rewritten line. */
  target: number
}

/** Returns a function that indents each line as Markdown requires in its list item. To be called with the lines in order. */
function reindent(): (line: string, isInFence: boolean) => string {
  const items: OpenItem[] = []
  let shift = 0
  let afterBlank = false
  const leaveItems = (column: number) => {
    while (items.length > 0 && column < items.at(-1)!.bullet + 2) items.pop()
  }
  return (line, isInFence) => {
    if (line.trim() === '') {
      afterBlank = true
      return line
    }
    const column = line.length - line.trimStart().length
    const words = line.slice(column)
    if (isInFence) return ' '.repeat(Math.max(0, column + shift)) + words
    const asItem = item.exec(line)
    const isLazy = !afterBlank && column === 0
    afterBlank = false
    if (asItem === null) {
      if (isLazy) return line
      leaveItems(column)
      const parentItem = items.at(-1)
      const target = parentItem === undefined ? column : parentItem.target + Math.max(0, column - parentItem.textColumn)
      shift = target - column
      return ' '.repeat(target) + words
    }
    const [, , mark, gap] = asItem as unknown as [string, string, string, string]
    leaveItems(column)
    const parent = items.at(-1)
    const target = parent === undefined ? (column > 3 ? 0 : column) : parent.target
    const width = mark.length + (gap.length > 4 ? 1 : gap.length)
    items.push({ bullet: column, textColumn: column + width, target: target + width })
    shift = target - column
    return ' '.repeat(target) + words
  }
}
