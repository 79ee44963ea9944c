import type { ResolvedReference } from '@parvis/contract'
import type { RangeMark } from '../../ui/markdown/text-marks.ts'
import { groupByPlace } from './cited-texts.ts'
import { ReferenceMark } from './ReferenceMark.tsx'

/** Marks in one text, at most. */
const maxMarks = 1_000

/** Marks of the references of a text, in the order of the text. Those whose code is not known have none. @param at day of the text */
export const referenceMarks = (references: readonly ResolvedReference[], at: string | undefined): RangeMark[] =>
  groupByPlace(references)
    .slice(0, maxMarks)
    .map(({ start, end, cited }) => ({
      start,
      end,
      render: (children) => (
        <ReferenceMark cited={cited} at={at}>
          {children}
        </ReferenceMark>
      ),
    }))
