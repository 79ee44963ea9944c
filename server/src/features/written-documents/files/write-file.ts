import { paragraph, text } from '@parvis/markdown'
import { plainLetterhead, plainOdtLetterhead, toDocx, toOdt } from '@parvis/office-writing'
import { trackedTree, treeOfBlocks, type Block, type ChangeSource, type VersionStep } from '@parvis/written-document'
import { parentPort, workerData } from 'node:worker_threads'

/** Content of a file to write: the text, or the steps from an older one with the source of each; and a cleaned letterhead or null. */
export interface WrittenExport {
  format: 'docx' | 'odt'
  title: string
  blocks: Block[]
  tracked: { steps: VersionStep[]; sources: ChangeSource[] } | null
  author: string
  /** Paragraphs after the text: its reviews, or that a model wrote it. */
  mention: readonly string[]
  /** Custom properties of the file. */
  properties: Readonly<Record<string, string>>
  /** ISO 8601. */
  date: string
  dateInWords: string
  letterhead: Uint8Array | null
}

function writeFile({ format, title, blocks, tracked, letterhead, mention, ...report }: WrittenExport): Uint8Array {
  const sources = new Map(tracked?.steps.map((step, at) => [step, tracked.sources[at]!]))
  const tree = tracked === null ? treeOfBlocks(blocks) : trackedTree(tracked.steps, (step) => sources.get(step)!)
  const [first] = blocks
  const hasOwnTitle = first?.kind === 'heading' && first.level === 1
  const content = {
    ...report,
    title,
    hasOwnTitle,
    facts: [],
    description: mention.join(' '),
    keywords: '',
    blocks: [...tree, ...mention.map((sentence) => paragraph('mention', text(sentence)))],
  }
  return format === 'docx' ? toDocx(content, letterhead ?? plainLetterhead()) : toOdt(content, letterhead ?? plainOdtLetterhead())
}

parentPort?.postMessage(writeFile(workerData as WrittenExport))
