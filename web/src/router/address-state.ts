/** One thing of a list that the address keeps: its name there, what that reads as, and how it is written. */
export interface Kept<Value> {
  name: string
  /** `choice` is another place in the history; `typed` comes letter by letter; `page` starts over when another of
   * them changes, but a `panel` beside the list. */
  kind: 'choice' | 'typed' | 'page' | 'panel'
  /** What the address cannot mean is the default. */
  read(said: string): Value
  /** Empty for the default, which the address leaves out. */
  write(value: Value): string
  /** How long a typed text rests before the address has it, in milliseconds. */
  rest: number
}

/** By the name that the screen gives each. */
export type Keeping = Readonly<Record<string, Kept<unknown>>>

export type StateOf<K extends Keeping> = { readonly [Name in keyof K]: K[Name] extends Kept<infer Value> ? Value : never }

/** A filter, an order or a tab, among those that the screen knows. */
export const oneOf = <const Value extends string>(name: string, values: readonly Value[], fallback: NoInfer<Value>): Kept<Value> => ({
  name,
  kind: 'choice',
  read: (said) => values.find((value) => value === said) ?? fallback,
  write: (value) => (value === fallback ? '' : value),
  rest: 0,
})

/** What only the server can tell to be there, by its id or its name; empty: none. */
export const oneNamed = (name: string): Kept<string> => ({ name, kind: 'choice', read: (said) => said, write: (value) => value, rest: 0 })

/** What is open beside the list, by its id; empty: nothing. */
export const openBeside = (name: string): Kept<string> => ({ ...oneNamed(name), kind: 'panel' })

/** What a field holds, without the spaces around it. @param pattern of what may be asked */
export function typedText(name: string, { longest, rest, pattern = /^/ }: { longest: number; rest: number; pattern?: RegExp }): Kept<string> {
  const tidy = (text: string) => (pattern.test(text) ? text.trim().slice(0, longest) : '')
  return { name, kind: 'typed', read: tidy, write: tidy, rest }
}

/** An address asks for no more pages than these at once. */
const deepest = 20

/** From 1. */
export const pageNumber: Kept<number> = {
  name: 'page',
  kind: 'page',
  read: (said) => (/^[1-9]\d{0,4}$/.test(said) ? Number(said) : 1),
  write: (page) => (page <= 1 ? '' : String(page)),
  rest: 0,
}

/** How many pages of a list that is read on are in sight. */
export const readPages: Kept<number> = { ...pageNumber, name: 'pages', read: (said) => Math.min(pageNumber.read(said), deepest) }

/** What an address keeps of a list. @param search of the address, `?` included */
export function readState<K extends Keeping>(keeping: K, search: string): StateOf<K> {
  const query = new URLSearchParams(search)
  return Object.fromEntries(Object.entries(keeping).map(([key, kept]) => [key, kept.read(query.get(kept.name) ?? '')])) as StateOf<K>
}

/** The query of an address once these have changed: the others stay, what is not of this list too. */
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
