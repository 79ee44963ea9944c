import type { ChatPort } from './port.ts'
import { editReplyMessage } from './screen.ts'
import type { ChatState } from './state.ts'

/**
 * Interval between two bursts of text, in milliseconds, from which a burst is spread. Closer bursts already look continuous. Under load the server sends a
 * burst per tick of 100 or 150 ms (docs/decisions/0003).
 */
const minTickMs = 60
/** Maximum time over which a burst is spread, in milliseconds: the longest tick. */
const maxTickMs = 150
/** Text that arrives within this time of the beginning of a burst, in milliseconds, belongs to it. About one frame. */
const burstMs = 16

/** Pacing of the text of a reply: how much of the received text is displayed at a given time. */
interface Pacing {
  /** Records that text arrived at `time`, in milliseconds, after the first `length` characters. */
  receive: (length: number, time: number) => void
  /** Records that everything received is displayed, before the end of the burst. */
  catchUp: () => void
  /** Length of the beginning of `text` to display at `time`. */
  lengthAt: (text: string, time: number) => number
}

/**
 * Creates the pacing of a reply. A burst of several words is displayed word by word over the interval since the previous burst: its first word at the next
 * frame, its last one before the next burst. What is left of a burst is displayed at once when another one arrives.
 */
export function createPacing(): Pacing {
  let arrivedAt = -Infinity
  let spreadMs = 0
  let burstStart = 0
  return {
    receive(length, time) {
      const interval = time - arrivedAt
      if (interval < burstMs) return
      // The first words are never delayed.
      spreadMs = length === 0 || interval < minTickMs ? 0 : Math.min(interval, maxTickMs)
      burstStart = length
      arrivedAt = time
    },
    catchUp() {
      spreadMs = 0
    },
    lengthAt(text, time) {
      const elapsed = Math.max(0, time - arrivedAt)
      if (elapsed >= spreadMs) return text.length
      const reached = burstStart + Math.floor((text.length - burstStart) * (elapsed / spreadMs))
      return wordEnd(text, Math.max(reached, burstStart + 1))
    },
  }
}

/** Position of the first white space of `text` from `position` on, or its length. */
function wordEnd(text: string, position: number): number {
  const space = /\s/g
  space.lastIndex = position
  return space.exec(text)?.index ?? text.length
}

/** Creates the store of what a chat displays: the state of its machine, whose last text may still be waiting for its frame. */
export function createDisplay(initial: ChatState, { nextFrame, canPace }: Pick<ChatPort, 'nextFrame' | 'canPace'>) {
  let received = initial
  let displayed = initial
  let isFrameScheduled = false
  const pacing = createPacing()
  const listeners = new Set<() => void>()

  function display(chat: ChatState) {
    if (displayed === chat) return
    displayed = chat
    for (const listener of listeners) listener()
  }

  function displayAtNextFrame() {
    if (isFrameScheduled) return
    isFrameScheduled = true
    nextFrame((time) => {
      isFrameScheduled = false
      const text = replyText(received)
      const length = received.reply?.isStopping || !canPace() ? text.length : pacing.lengthAt(text, time)
      if (length === text.length) return display(received)
      if (replyText(displayed).length !== length) display(editReplyMessage({ content: text.slice(0, length) })(received))
      displayAtNextFrame()
    })
  }

  return {
    state: (): ChatState => displayed,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Displays `chat` at once. */
    show(chat: ChatState) {
      received = chat
      pacing.catchUp()
      display(chat)
    },
    /** Displays `chat`, which has more text than the state before, at the pace of `createPacing`, one frame after the other. */
    showPaced(chat: ChatState) {
      pacing.receive(replyText(received).length, performance.now())
      received = chat
      displayAtNextFrame()
    },
  }
}

/** Text of the reply being written. */
const replyText = ({ reply, messages }: ChatState): string => messages.findLast(({ key }) => key === reply?.key)?.content ?? ''
