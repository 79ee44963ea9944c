/** URL query parameter of a list: its name, parser and serialiser. */
export interface Kept<Value> {
  name: string
  /**
   * Effect of a change. `choice` adds a history entry. `typed` is written as the person types. `page` is reset when another parameter changes, except a
   * `panel`, which is open beside the list.
   */
  kind: 'choice' | 'typed' | 'page' | 'panel'
  /** Parses the URL's text; an invalid one gives the default value. */
  read(said: string): Value
  /** Returns the URL's text; empty for the default value, which the URL leaves out. */
  write(value: Value): string
  /** Delay before a typed text is written to the URL, in milliseconds. */
  rest: number
}

/** Query parameters of a list, by the name that the screen gives them. */
export type Keeping = Readonly<Record<string, Kept<unknown>>>

export type StateOf<K extends Keeping> = { readonly [Name in keyof K]: K[Name] extends Kept<infer Value> ? Value : never }

/** Parameter with a fixed list of values: filter, order or tab. */
export const oneOf = <const Value extends string>(name: string, values: readonly Value[], fallback: NoInfer<Value>): Kept<Value> => ({
  name,
  kind: 'choice',
  read: (said) => values.find((value) => value === said) ?? fallback,
  write: (value) => (value === fallback ? '' : value),
  rest: 0,
})

/** Parameter that holds an id or a name that only the server can check; empty: none. */
export const oneNamed = (name: string): Kept<string> => ({ name, kind: 'choice', read: (said) => said, write: (value) => value, rest: 0 })

/** Parameter that holds the id of what is open beside the list; empty: nothing. */
export const openBeside = (name: string): Kept<string> => ({ ...oneNamed(name), kind: 'panel' })

/** Parameter that holds the trimmed text of a field. @param pattern texts that do not match count as empty */
export function typedText(name: string, { longest, rest, pattern = /^/ }: { longest: number; rest: number; pattern?: RegExp }): Kept<string> {
  const tidy = (text: string) => (pattern.test(text) ? text.trim().slice(0, longest) : '')
  return { name, kind: 'typed', read: tidy, write: tidy, rest }
}

/** Maximum number of pages of an infinite list that a URL can request. */
const deepest = 20

/** Page number, from 1. */
export const pageNumber: Kept<number> = {
  name: 'page',
  kind: 'page',
  read: (said) => (/^[1-9]\d{0,4}$/.test(said) ? Number(said) : 1),
  write: (page) => (page <= 1 ? '' : String(page)),
  rest: 0,
}

/** Number of pages shown of an infinite list. */
export const readPages: Kept<number> = { ...pageNumber, name: 'pages', read: (said) => Math.min(pageNumber.read(said), deepest) }

/** Parses the query parameters of a list. @param search query of the URL, with or without `?` */
export function readState<K extends Keeping>(keeping: K, search: string): StateOf<K> {
  const query = new URLSearchParams(search)
  return Object.fromEntries(Object.entries(keeping).map(([key, kept]) => [key, kept.read(query.get(kept.name) ?? '')])) as StateOf<K>
}

/**
 * Returns the query after `changes`, with `?` unless it is empty. Other parameters are unchanged, including those of no list, except a page number that is
 * reset.
 */
export function writeState<K extends Keeping>(keeping: K, search: string, changes: Partial<StateOf<K>>): string {
  const query = new URLSearchParams(search)
  const said = (kept: Kept<unknown>) => kept.write(kept.read(query.get(kept.name) ?? ''))
  const changed = Object.entries(changes).map(([key, value]) => ({ kept: keeping[key]!, text: keeping[key]!.write(value) }))
  const isOtherList = changed.some(({ kept, text }) => kept.kind !== 'page' && kept.kind !== 'panel' && text !== said(kept))
  if (isOtherList) for (const kept of Object.values(keeping)) if (kept.kind === 'page') query.delete(kept.name)
  for (const { kept, text } of changed) {
    if (text === '') query.delete(kept.name)
    else query.set(kept.name, text)
  }
  return query.size === 0 ? '' : `?${query}`
}
