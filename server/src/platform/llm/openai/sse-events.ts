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
  /** One JSON value in place of a stream, whole; empty when it was given to `onData` as the only line. */
  onBody(body: string): void
}

const isJson = (line: string): boolean => {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

/**
 * Reads the server-sent events of a stream of bytes.
 *
 * Any named event other than `message` and `error` is ignored: a hostile server can only ever produce text (CVE-2025-64496).
 * A body that begins with `{` or `[` is no stream of events: servers that do not stream answer by one JSON value, others by
 * one JSON value for each line, which is read as it comes.
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
  /** JSON that is not read yet; null for a stream of events. */
  let body: string | null = null
  /** JSON lines read so far. */
  let lineCount = 0
  /** The first line is no JSON value by itself: the body is one value on several lines. */
  let isOneValue = false

  const readLines = (): void => {
    for (let end = body!.indexOf('\n'); end !== -1 && !isOneValue; end = body!.indexOf('\n')) {
      const line = body!.slice(0, end).trim()
      isOneValue = lineCount === 0 && line !== '' && !isJson(line)
      if (isOneValue) return
      body = body!.slice(end + 1)
      if (line === '') continue
      lineCount += 1
      onData(line, '')
    }
  }
  const feed = (text: string): void => {
    if (body === null) return parser.feed(text)
    body += text
    readLines()
    if (body.length > MAX_BODY_LENGTH) throw new EventTooLong()
  }
  const endBody = (rest: string): void => {
    if (lineCount === 0) return onBody(rest)
    if (rest !== '') onData(rest, '')
    else if (lineCount === 1) onBody('')
  }
  return {
    feed: (bytes: Buffer) => {
      const text = characters.write(bytes)
      if (!hasBegun && text.trim() !== '') {
        hasBegun = true
        if (/^\s*[[{]/.test(text)) body = ''
      }
      feed(text)
    },
    end: () => {
      if (body !== null) endBody(body.trim())
      // Closes an event whose lines are whole; a line cut in its middle stays unread.
      else parser.feed('\n')
    },
  }
}
