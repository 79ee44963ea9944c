import { StringDecoder } from 'node:string_decoder'
import { createParser } from 'eventsource-parser'

/** Maximum length of a chunk, in characters. */
export const MAX_EVENT_LENGTH = 1_048_576
/** Maximum length of an answer in one JSON body, in characters: 400,000 of text, escaped. */
const MAX_BODY_LENGTH = 4 * MAX_EVENT_LENGTH

export class EventTooLong extends Error {}

type StreamListener = {
  /** Receives the data and the name of an event. */
  onData(data: string, event: string): void
  /** Called for a comment or an event with another name: the connection is alive. */
  onComment(): void
  /** Receives the whole JSON value of an answer that is not streamed; empty when `onData` has received it as the only line. */
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
 * Creates a reader of server-sent events from bytes.
 * Named events other than `message` and `error` are ignored, so that a hostile server can only produce text (CVE-2025-64496). A body that begins with `{`
 * or `[` is not an event stream: some servers answer with one JSON value, others with one per line, read as they arrive.
 * @returns feed: takes the next bytes, throws {EventTooLong}; end: reads the last event, which some servers leave open
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
  /** JSON not read yet; null for an event stream. */
  let body: string | null = null
  /** Number of JSON lines read. */
  let lineCount = 0
  /** The first line is not a complete JSON value: the body is one value over several lines. */
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
      // Closes an event whose lines are complete; a line cut in the middle is dropped.
      else parser.feed('\n')
    },
  }
}
