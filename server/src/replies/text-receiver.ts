import type { Source } from '@parvis/contract'
import type { ReplyNotice } from '../platform/db/schema/conversations.ts'
import type { Flusher } from './flusher.ts'
import { recordNotices, type PreparedPrompt, type ReplyRun } from './run.ts'

/**
 * Maximum length of a reply, in UTF-16 units: about 1 MB of memory, more than a model writes. An endless reply (looping model, hostile server) is cut here
 * as if by the model's own limit (trust cases LLM-10, REL-29).
 */
export const maxReplyLength = 500_000
/** Maximum length of a reply written from a full reading (list of amounts, translation), in UTF-16 units. Each person has one at a time. */
const maxReadingReplyLength = 2_000_000

/** Opening of a reply: its sources and notices, which are sent with its first text. */
export type ReplyOpening = {
  sources: Source[]
  /** Set once the sources are sent before the text. */
  areSourcesSent: boolean
  notices: readonly ReplyNotice[]
  openingNotices: PreparedPrompt['openingNotices'] | null
  /** Null for a single call of the model. */
  output: object | null
}

/** Returns the receiver of a reply's text, which sends the opening with the first text. `end` sends what it still buffers, and the opening of an empty reply. */
export function textReceiver(flusher: Flusher, run: ReplyRun, given: ReplyOpening, onTooLong: () => void) {
  let isOpen = false
  let bufferedText = ''
  // Sources and the prefix are sent with the first text: before it, a failure must still become an HTTP error.
  const sendOpening = () => {
    if (isOpen) return
    isOpen = true
    given.areSourcesSent = given.sources.length > 0
    if (given.areSourcesSent) run.log.add({ type: 'sources', sources: given.sources })
    if (run.prefix) run.log.append(run.prefix)
    if (given.notices.length === 0) return
    recordNotices(run, given.notices)
    const text = given.notices.map((notice) => notice.text).join('')
    run.log.append(run.prefix ? `\n\n${text}` : text)
  }
  const send = (text: string) => {
    sendOpening()
    const room = (given.output === null ? maxReplyLength : maxReadingReplyLength) - run.log.length()
    if (room > 0) run.log.append(text.slice(0, room))
    if (text.length > room) onTooLong()
    flusher.touch(run)
  }
  const sendBuffered = (state: 'partial' | 'cut' | 'whole') => {
    const notices = given.openingNotices?.(bufferedText, state) ?? null
    if (notices === null && state === 'partial') return
    given.notices = [...(notices ?? []), ...given.notices]
    const text = bufferedText
    bufferedText = ''
    send(text)
  }
  const onDelta = (text: string) => {
    if (isOpen || !given.openingNotices) return send(text)
    bufferedText += text
    sendBuffered('partial')
  }
  return {
    onDelta,
    end(state: 'failed' | 'cut' | 'whole') {
      if (bufferedText !== '') sendBuffered(state === 'whole' ? 'whole' : 'cut')
      else if (state !== 'failed') sendOpening()
    },
  }
}
