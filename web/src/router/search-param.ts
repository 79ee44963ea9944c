import { constants, limits } from '@parvis/contract'

/** URL query parameter of a list: its name, parser and serialiser. */
interface SearchParam<Value> {
  name: string
  /**
   * Effect of a change. `choice` adds a history entry. `typed` is written as the person types. `page` is reset when another parameter changes, except a
   * `panel`, which is open beside the list.
   */
  kind: 'choice' | 'typed' | 'page' | 'panel'
  /** Parses the URL's text; an invalid one gives the default value. */
  read(raw: string): Value
  /** Returns the URL's text; empty for the default value, which the URL leaves out. */
  write(value: Value): string
  /** Delay before a typed text is written to the URL, in milliseconds. */
  delayMs: number
}

/** Query parameters of a list, by the name that the screen gives them. */
export type SearchParamSet = Readonly<Record<string, SearchParam<unknown>>>

export type SearchParamValues<K extends SearchParamSet> = { readonly [Name in keyof K]: K[Name] extends SearchParam<infer Value> ? Value : never }

/** Parameter with a fixed list of values: filter, order or tab. */
export const choiceParam = <const Value extends string>(name: string, values: readonly Value[], fallback: NoInfer<Value>): SearchParam<Value> => ({
  name,
  kind: 'choice',
  read: (raw) => values.find((value) => value === raw) ?? fallback,
  write: (value) => (value === fallback ? '' : value),
  delayMs: 0,
})

/** Parameter that holds an id or a name that only the server can check; empty: none. */
export const idParam = (name: string): SearchParam<string> => ({ name, kind: 'choice', read: (raw) => raw, write: (value) => value, delayMs: 0 })

/** Parameter that holds the id of what is open beside the list; empty: nothing. */
export const panelParam = (name: string): SearchParam<string> => ({ ...idParam(name), kind: 'panel' })

/** Parameter that holds the trimmed text of a field. @param pattern texts that do not match count as empty */
export function textParam(
  name: string,
  { longest: maxLength, rest: delayMs, pattern = /^/ }: { longest: number; rest: number; pattern?: RegExp },
): SearchParam<string> {
  const tidy = (text: string) => (pattern.test(text) ? text.trim().slice(0, maxLength) : '')
  return { name, kind: 'typed', read: tidy, write: tidy, delayMs }
}

/** Maximum number of pages of an infinite list that a URL can request. */
const maxPages = 20

/** Page number, from 1. */
export const pageParam: SearchParam<number> = {
  name: 'page',
  kind: 'page',
  read: (raw) => (/^[1-9]\d{0,4}$/.test(raw) ? Number(raw) : 1),
  write: (page) => (page <= 1 ? '' : String(page)),
  delayMs: 0,
}

/** Number of pages shown of an infinite list. */
export const pageCountParam: SearchParam<number> = { ...pageParam, name: 'pages', read: (raw) => Math.min(pageParam.read(raw), maxPages) }

/** Search text of a list, as a URL query parameter. */
export const listSearch = textParam('recherche', { longest: limits.title, rest: constants.conversationSearchDebounceMs })

/** Parses the query parameters of a list. @param search query of the URL, with or without `?` */
export function parseSearchParams<K extends SearchParamSet>(params: K, search: string): SearchParamValues<K> {
  const query = new URLSearchParams(search)
  return Object.fromEntries(Object.entries(params).map(([key, param]) => [key, param.read(query.get(param.name) ?? '')])) as SearchParamValues<K>
}

/**
 * Returns the query after `changes`, with `?` unless it is empty. Other parameters are unchanged, including those of no list, except a page number that is
 * reset.
 */
export function serialiseSearchParams<K extends SearchParamSet>(params: K, search: string, changes: Partial<SearchParamValues<K>>): string {
  const query = new URLSearchParams(search)
  const currentText = (searchParam: SearchParam<unknown>) => searchParam.write(searchParam.read(query.get(searchParam.name) ?? ''))
  const changedParams = Object.entries(changes).map(([key, value]) => ({ kept: params[key]!, text: params[key]!.write(value) }))
  const resetsPage = changedParams.some(({ kept: param, text }) => param.kind !== 'page' && param.kind !== 'panel' && text !== currentText(param))
  if (resetsPage) for (const param of Object.values(params)) if (param.kind === 'page') query.delete(param.name)
  for (const { kept: param, text } of changedParams) {
    if (text === '') query.delete(param.name)
    else query.set(param.name, text)
  }
  return query.size === 0 ? '' : `?${query}`
}
