import { StringDecoder } from 'node:string_decoder'
import { createParser } from 'eventsource-parser'

/** An event of more characters than this is no chat chunk: the stream is given up. */
export const MAX_EVENT_LENGTH = 1_048_576

export class EventTooLong extends Error {}

/**
 * Reads the server-sent events of a stream of bytes.
 *
 * Any named event other than `message` and `error` is ignored: a hostile server can only ever produce text (CVE-2025-64496).
 *
 * @param onData receives the data of one event and the name of the event
 * @returns feed: takes the next bytes, throws EventTooLong; end: reads the last event, which some servers do not close
 */
export const sseEvents = (onData: (data: string, event: string) => void) => {
  const characters = new StringDecoder('utf8')
  const parser = createParser({
    maxBufferSize: MAX_EVENT_LENGTH,
    onEvent: ({ data, event = '' }) => {
      if (event === '' || event === 'message' || event === 'error') onData(data, event)
    },
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') throw new EventTooLong()
    },
  })
  return {
    feed: (bytes: Buffer) => parser.feed(characters.write(bytes)),
    // Closes an event whose lines are whole; a line cut in its middle stays unread.
    end: () => parser.feed('\n'),
  }
}
