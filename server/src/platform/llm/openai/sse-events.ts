import { StringDecoder } from 'node:string_decoder'
import { createParser } from 'eventsource-parser'

/** Length of the longest chunk, in characters. */
export const MAX_EVENT_LENGTH = 1_048_576
/** Length of the longest answer in one JSON body, in characters: 400,000 of text, escaped. */
const MAX_BODY_LENGTH = 4 * MAX_EVENT_LENGTH

export class EventTooLong extends Error {}

type StreamListener = {
  /** The data of one event, and the name of the event. */
  onData(data: string, event: string): void
  /** A comment, or an event of another name: the connection is alive. */
  onComment(): void
  /** One JSON value in place of a stream, whole. */
  onBody(body: string): void
}

/**
 * Reads the server-sent events of a stream of bytes.
 *
 * Any named event other than `message` and `error` is ignored: a hostile server can only ever produce text (CVE-2025-64496).
 * A body that begins with `{` is no stream of events: servers that do not stream answer by one JSON value.
 *
 * @returns feed: takes the next bytes, throws EventTooLong; end: reads the last event, which some servers do not close
 */
export const sseEvents = ({ onData, onComment, onBody }: StreamListener) => {
  const characters = new StringDecoder('utf8')
  const parser = createParser({
    maxBufferSize: MAX_EVENT_LENGTH,
    onEvent: ({ data, event = '' }) => (event === '' || event === 'message' || event === 'error' ? onData(data, event) : onComment()),
    onComment,
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') throw new EventTooLong()
    },
  })
  let hasBegun = false
  /** The JSON body read so far; null for a stream of events. */
  let body: string | null = null

  const feed = (text: string): void => {
    if (body !== null) {
      body += text
      if (body.length > MAX_BODY_LENGTH) throw new EventTooLong()
    } else {
      parser.feed(text)
    }
  }
  return {
    feed: (bytes: Buffer) => {
      const text = characters.write(bytes)
      if (!hasBegun && text.trim() !== '') {
        hasBegun = true
        if (text.trimStart().startsWith('{')) body = ''
      }
      feed(text)
    },
    end: () => {
      if (body !== null) onBody(body.trim())
      // Closes an event whose lines are whole; a line cut in its middle stays unread.
      else parser.feed('\n')
    },
  }
}
