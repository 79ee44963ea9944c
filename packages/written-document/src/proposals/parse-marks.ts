/** Change that an answer asks for. Numbers are those of `numberBlocks`. `after: 0` inserts at the beginning. */
export type MarkedChange =
  | { kind: 'replace'; first: number; last: number; markdown: string }
  | { kind: 'insert'; after: number; markdown: string }
  | { kind: 'delete'; first: number; last: number }

/** Text between marks that is no change. `unclosed`: without `@@ fin`. `unreadable`: the mark itself is not understood. `empty`: nothing to write. */
export interface UnreadMark {
  kind: 'unread'
  reason: 'unclosed' | 'unreadable' | 'empty'
  /** What the answer says, with its marks. */
  markdown: string
}

export interface ParsedAnswer {
  /** What the answer says to the person, without the changes. */
  prose: string
  changes: (MarkedChange | UnreadMark)[]
}

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/
const markStart = /^ {0,3}@@/
/** Characters of a mark beyond which it is not one that is understood. */
const maxMark = 80
const end = /^fin$/i
const replaceMark = /^remplacer\s+¶?\s*(\d+)(?:\s*[-–à]\s*¶?\s*(\d+))?$/i
const insertMark = /^ins[ée]rer\s+(apr[èe]s|avant)\s+¶?\s*(\d+)$/i
const deleteMark = /^supprimer\s+¶?\s*(\d+)(?:\s*[-–à]\s*¶?\s*(\d+))?$/i

type OpenChange = Exclude<MarkedChange, { kind: 'delete' }> & { raw: string[]; lines: string[] }

/**
 * Reads the changes that an answer of a model asks for. A change is a line mark, its text in Markdown, and `@@ fin`:
 *
 *     @@ remplacer 12        @@ insérer après 12        @@ supprimer 12-14
 *     Nouveau texte.         Texte ajouté.
 *     @@ fin                 @@ fin
 *
 * A mark stands alone on its line. A mark inside a code block or a quotation is text. An answer that was cut has its last change `unclosed`.
 */
export function parseMarks(answer: string): ParsedAnswer {
  const prose: string[] = []
  const changes: ParsedAnswer['changes'] = []
  let open: OpenChange | null = null
  let openFence: string | null = null
  const drop = (reason: UnreadMark['reason']) => {
    if (open !== null) changes.push({ kind: 'unread', reason, markdown: open.raw.join('\n').trim() })
    open = null
  }
  for (const line of answer.split(/\r?\n/)) {
    const [, opening, info] = fence.exec(line) ?? []
    if (opening !== undefined) {
      if (openFence === null) openFence = opening
      else if (opening[0] === openFence[0] && opening.length >= openFence.length && info!.trim() === '') openFence = null
    }
    const mark = openFence === null && opening === undefined && markStart.test(line) ? markOf(line) : undefined
    if (mark === undefined) {
      open?.raw.push(line)
      ;(open?.lines ?? prose).push(line)
    } else if (end.test(mark)) {
      if (open === null) continue
      open.raw.push(line)
      closeChange(open, changes)
      open = null
    } else {
      drop('unclosed')
      const deleted = mark.length > maxMark ? null : deleteMark.exec(mark)
      if (deleted) changes.push({ kind: 'delete', ...rangeOf(deleted[1]!, deleted[2]) })
      else {
        open = openChange(mark, line)
        if (open === null) changes.push({ kind: 'unread', reason: 'unreadable', markdown: line.trim() })
      }
    }
  }
  drop('unclosed')
  return {
    prose: prose
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    changes,
  }
}

/** Mark of a line, without the signs around it. */
const markOf = (line: string): string =>
  line
    .trim()
    .replace(/^@@|@@$/g, '')
    .trim()

const rangeOf = (first: string, last: string | undefined) => ({ first: Number(first), last: Number(last ?? first) })

function openChange(mark: string, line: string): OpenChange | null {
  if (mark.length > maxMark) return null
  const replaced = replaceMark.exec(mark)
  if (replaced) return { kind: 'replace', ...rangeOf(replaced[1]!, replaced[2]), markdown: '', raw: [line], lines: [] }
  const inserted = insertMark.exec(mark)
  if (!inserted) return null
  const number = Number(inserted[2])
  return { kind: 'insert', after: /^avant$/i.test(inserted[1]!) ? number - 1 : number, markdown: '', raw: [line], lines: [] }
}

function closeChange({ raw, lines, ...change }: OpenChange, changes: ParsedAnswer['changes']): void {
  // Models repeat the number of the block at the head of its new text.
  const markdown = lines
    .join('\n')
    .trim()
    .replace(/^¶\s*\d+\s*/, '')
  changes.push(markdown === '' ? { kind: 'unread', reason: 'empty', markdown: raw.join('\n').trim() } : { ...change, markdown })
}
