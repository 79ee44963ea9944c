import type { ReplyEvent } from '@parvis/contract'

const types: ReadonlySet<string> = new Set<ReplyEvent['type']>(['delta', 'sources', 'progress', 'usage', 'error', 'done'])

/**
 * Creates a decoder of a reply's event stream, fed one chunk at a time. Only events of the contract come out: unknown events of a hostile server (trust
 * case INJ-06) and unreadable ones are ignored.
 */
export function createEventDecoder(): (chunk: string) => ReplyEvent[] {
  let rest = ''
  return (chunk) => {
    const blocks = (rest + chunk).split(/\r?\n\r?\n/)
    rest = blocks.pop()!
    return blocks.flatMap((block) => {
      const event = eventOf(block)
      return event ? [event] : []
    })
  }
}

function eventOf(block: string): ReplyEvent | null {
  const fields: Record<string, string> = { event: '', id: '', data: '' }
  for (const line of block.split(/\r?\n/)) {
    const [, name, value] = /^(event|id|data): ?(.*)$/s.exec(line) ?? []
    if (name !== undefined) fields[name] = value ?? ''
  }
  const id = Number(fields.id)
  if (!types.has(fields.event!) || fields.id === '' || !Number.isSafeInteger(id)) return null
  try {
    const data: unknown = JSON.parse(fields.data!)
    return typeof data === 'object' && data !== null ? ({ ...data, type: fields.event, id } as ReplyEvent) : null
  } catch {
    return null
  }
}
