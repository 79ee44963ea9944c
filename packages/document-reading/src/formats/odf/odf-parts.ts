import type { TableBuilder } from '../../building/table-builder.ts'
import type { XmlAttributes } from '../../containers/xml-names.ts'
import type { SheetWarnings } from '../sheets/sheet-warnings.ts'
import type { FrameTracker } from './odf-frames.ts'
import type { createFieldMarks, createForms, createTextInputs } from './odf-forms.ts'
import type { OdfNumbers } from './odf-numbers.ts'
import type { OdfKind, PageBreaks, OdfPageCounter } from './odf-pages.ts'
import type { OdfParagraphReader } from './odf-paragraphs.ts'
import type { createOdfBackgroundTracker, createSpans } from './odf-spans.ts'
import type { OdfStyles } from './odf-styles.ts'
import type { createSlideFooters } from './odf-slides.ts'
import type { CurrentSheet } from './odf-sheets.ts'
import type { DocumentBuilder } from '../../building/document-builder.ts'
import { hiddenSlidesWarning, type UnreadContent } from '../../building/unread.ts'
import type { OdfObjects } from './odf-objects.ts'

/** Styles that are read before the content: some are in another part of the archive. */
export type NamedStyles = { breaks: PageBreaks; numbers: OdfNumbers; styles: OdfStyles }

/** Handlers called when an element begins, by element name. 'skip' and 'hidden' leave out its whole content; 'hidden' also warns of hidden text. */
export type OdfOpenHandlers = Readonly<Record<string, (a: XmlAttributes) => 'hidden' | 'skip' | void>>

export type OdfCloseHandlers = Readonly<Record<string, () => void>>

/** Readers shared by the elements of a document. */
export type OdfReaders = NamedStyles &
  Pick<OdfReading, 'builder' | 'unread' | 'objects'> & {
    kind: OdfKind
    pages: OdfPageCounter
    paragraphs: OdfParagraphReader
    tables: TableBuilder
    ground: ReturnType<typeof createOdfBackgroundTracker>
    frames: FrameTracker
    forms: ReturnType<typeof createForms>
    marks: ReturnType<typeof createFieldMarks>
    inputs: ReturnType<typeof createTextInputs>
    footers: ReturnType<typeof createSlideFooters>
    spans: ReturnType<typeof createSpans>
    hiddenContent: ReturnType<typeof createHiddenContent>
    warnings: SheetWarnings
    sheets: CurrentSheet
  }

/** A document being read and its embedded objects. `onBody` is called once the styles of the content have been read. */
export type OdfReading = { builder: DocumentBuilder; unread: UnreadContent; objects: OdfObjects; onBody?(pages: OdfPageCounter): void }

/** Collects slides, sections and paragraphs that are read although the application hides them, for warnings. */
export function createHiddenContent(builder: DocumentBuilder) {
  const slides: number[] = []
  let paragraphs = 0
  return {
    slide: (number: number) => void slides.push(number),
    paragraph: () => void paragraphs++,
    section(name: string | undefined): void {
      builder.warn('hidden_rows', `La section masquée « ${name ?? 'sans nom'} » a été lue aussi.`)
    },
    finish(): void {
      if (slides.length > 0) builder.warn('hidden_rows', hiddenSlidesWarning(slides))
      if (paragraphs === 1) builder.warn('hidden_rows', 'Un paragraphe masqué a été lu aussi.')
      if (paragraphs > 1) builder.warn('hidden_rows', `${paragraphs.toLocaleString('fr-FR')} paragraphes masqués ont été lus aussi.`)
    },
  }
}
