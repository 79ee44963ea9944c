/** Part of a pack: a field of its top level (not `articles`), or one article, as JSON text. `end`: position after the article, in bytes. */
export type PackPart = { kind: 'field'; name: string; json: string } | { kind: 'article'; json: string; end: number }

/** Text that is no JSON object, or that ends before its last bracket. */
export class BrokenPackError extends Error {
  override readonly name = 'BrokenPackError'
}

/** Length of one article or field in UTF-16 units, at most: what is read is held in memory. */
const maxPartLength = 64 * 1024 * 1024

/**
 * Splits the bytes of a corpus into its parts: only one article is in memory at a time, whatever the size of the file.
 * @param from `end` of an article that an earlier reading gave: what comes before is passed over
 * @throws {BrokenPackError} when the file is cut, or is not one JSON object
 */
export async function* readPack(content: AsyncIterable<Uint8Array>, from = 0): AsyncGenerator<PackPart> {
  const splitter = createSplitter(from)
  let toSkip = from
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  for await (const chunk of content) {
    if (chunk.length > toSkip) yield* splitter.add(decodeChunk(decoder, chunk.subarray(toSkip)))
    toSkip = Math.max(0, toSkip - chunk.length)
  }
  yield* splitter.add(decodeChunk(decoder))
  splitter.end()
}

function decodeChunk(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
  } catch (cause) {
    throw new BrokenPackError('not UTF-8', { cause })
  }
}

type Splitter = {
  add(text: string): Generator<PackPart>
  /** @throws {BrokenPackError} when the object is not complete */
  end(): void
}

/** Position in the object: before it, before or in a name, after one, before a value, in one, in the list of articles, after it. */
type Place = 'start' | 'before_name' | 'name' | 'colon' | 'before_value' | 'value' | 'articles' | 'after_articles' | 'end'

const space = /\s/

/** Follows a JSON value character by character. */
function createValueReader(): { isEnd(character: string): boolean } {
  let depth = 0
  let isString = false
  let isEscaped = false
  return {
    /** Whether the value ends before this character: a comma or a bracket outside it. */
    isEnd(character) {
      if (isString) {
        if (isEscaped) isEscaped = false
        else if (character === '\\') isEscaped = true
        else if (character === '"') isString = false
      } else if (character === '"') isString = true
      else if (character === '{' || character === '[') depth += 1
      else if (character === '}' || character === ']') {
        if (depth === 0) return true
        depth -= 1
      } else if (character === ',' && depth === 0) return true
      return false
    },
  }
}

/** Marks that lead from one place to the next, outside names and values. */
const steps: Partial<Record<Place, Record<string, Place>>> = {
  start: { '{': 'before_name' },
  before_name: { '"': 'name', '}': 'end' },
  colon: { ':': 'before_value' },
  after_articles: { ',': 'before_name', '}': 'end' },
}

/**
 * Splits the text of a JSON object, which comes in chunks, at its first level and at the first level of `articles`.
 * @param from position of the text in the file, in bytes: 0, or the end of an article
 */
function createSplitter(from: number): Splitter {
  let place: Place = from === 0 ? 'start' : 'articles'
  /** Whether the mark after the article where reading begins is still to come. */
  let isAfterArticle = from > 0
  /** Bytes up to the beginning of the text that is not counted yet. */
  let countedBytes = from
  let name = ''
  let value = createValueReader()
  /** Beginning of what is being read, from former chunks. */
  let part = ''
  let isEscaped = false

  /** Ends an article or a field before `mark`. */
  function* endPart(json: string, mark: string): Generator<PackPart> {
    if (place === 'articles') {
      if (json !== '') yield { kind: 'article', json, end: countedBytes }
      if (mark === '}' || (mark === ',' && json === '' && !isAfterArticle)) throw new BrokenPackError('articles is no list')
      isAfterArticle = false
      place = mark === ']' ? 'after_articles' : 'articles'
    } else {
      if (json === '' || mark === ']') throw new BrokenPackError('a value is missing')
      yield { kind: 'field', name, json }
      place = mark === '}' ? 'end' : 'before_name'
    }
  }

  function* add(text: string): Generator<PackPart> {
    let from = 0
    let counted = 0
    for (let at = 0; at < text.length; at += 1) {
      const character = text[at]!
      if (place === 'value' || place === 'articles') {
        if (!value.isEnd(character)) continue
        const json = (part + text.slice(from, at)).trim()
        part = ''
        from = at + 1
        countedBytes += Buffer.byteLength(text.slice(counted, at))
        counted = at
        yield* endPart(json, character)
      } else if (place === 'name') {
        if (!isEscaped && character === '"') {
          name = parseName(`"${part}${text.slice(from, at)}"`)
          part = ''
          place = 'colon'
        }
        isEscaped = !isEscaped && character === '\\'
      } else if (space.test(character)) continue
      else if (place === 'before_value') {
        value = createValueReader()
        const isList = name === 'articles' && character === '['
        if (!isList) value.isEnd(character)
        place = isList ? 'articles' : 'value'
        from = isList ? at + 1 : at
      } else {
        const next: Place | undefined = steps[place]?.[character]
        if (next === undefined) throw new BrokenPackError(`unexpected ${character}`)
        place = next
        from = at + 1
      }
    }
    countedBytes += Buffer.byteLength(text.slice(counted))
    if (place === 'value' || place === 'articles' || place === 'name') part += text.slice(from)
    if (part.length > maxPartLength) throw new BrokenPackError('a part is too long')
  }

  return {
    add,
    end() {
      if (place !== 'end') throw new BrokenPackError('the file is cut')
    },
  }
}

function parseName(json: string): string {
  try {
    return JSON.parse(json) as string
  } catch (cause) {
    throw new BrokenPackError('a name is no string', { cause })
  }
}
