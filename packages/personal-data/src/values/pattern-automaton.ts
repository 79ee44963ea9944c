/** Set of UTF-16 units accepted at one place of a pattern. */
type UnitSet = { has(unit: number): boolean }

/** State of the automaton: accepts one unit and goes to `next`, or goes to two states without reading. */
type State = { accepts: UnitSet | null; next: number; other: number }

/** A pattern as a non-deterministic automaton: it never goes back in the text, so its time is bounded by text × states. */
export type CompiledPattern = { states: readonly State[]; start: number; first: UnitSet }

/** Target of the state where a match ends. */
const accepting = -2

/** Highest number of states of a pattern, repetitions unfolded. */
const maxStates = 400

type Fragment = { start: number; ends: { state: number; side: 'next' | 'other' }[] }

const refuse = (reason: string): never => {
  throw new RangeError(reason)
}

/**
 * Compiles a subset of regular expressions: letters, `.`, `\d`, `\w`, `\s`, classes, groups, `|`, `?`, `*`, `+`, `{n,m}`. `^`, `$` and `\b` are ignored
 * at both ends. Letters match without regard to case.
 * @throws {RangeError} when the pattern is not of this subset, is longer than 200 characters or needs more than 400 states
 */
export function compilePattern(pattern: string): CompiledPattern {
  if (pattern.length === 0 || pattern.length > 200) refuse('a pattern has 1 to 200 characters')
  return new PatternCompiler(pattern.replace(/^(?:\^|\\b)+/, '').replace(/(?<!\\)(?:\$|\\b)+$/, '')).compile()
}

/** Builds the automaton of one pattern while reading it (Thompson's construction). */
class PatternCompiler {
  readonly #source: string
  readonly #states: State[] = []
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  compile(): CompiledPattern {
    const whole = this.#alternatives(0)
    if (this.#at < this.#source.length) refuse('a bracket is not opened')
    this.#link(whole, this.#add({ accepts: null, next: accepting, other: -1 }))
    const states = this.#states
    const opening = closure(states, [whole.start]).flatMap((state) => states[state]!.accepts ?? [])
    return { states, start: whole.start, first: { has: (unit) => opening.some((set) => set.has(unit)) } }
  }

  #add(state: State): number {
    return this.#states.length < maxStates ? this.#states.push(state) - 1 : refuse('the pattern repeats too much')
  }

  #link({ ends }: Fragment, to: number): void {
    for (const { state, side } of ends) this.#states[state]![side] = to
  }

  /** Adds a state that reads one unit of a set, or nothing. */
  #single(accepts: UnitSet | null): Fragment {
    const state = this.#add({ accepts, next: -1, other: -1 })
    return { start: state, ends: [{ state, side: 'next' }] }
  }

  #join(a: Fragment | null, b: Fragment): Fragment {
    if (a === null) return b
    this.#link(a, b.start)
    return { start: a.start, ends: b.ends }
  }

  #optional(inner: Fragment): Fragment {
    const state = this.#add({ accepts: null, next: inner.start, other: -1 })
    return { start: state, ends: [...inner.ends, { state, side: 'other' }] }
  }

  #repeated(inner: Fragment): Fragment {
    const state = this.#add({ accepts: null, next: inner.start, other: -1 })
    this.#link(inner, state)
    return { start: state, ends: [{ state, side: 'other' }] }
  }

  #alternatives(depth: number): Fragment {
    let all = this.#sequence(depth)
    while (this.#source[this.#at] === '|') {
      this.#at++
      const right = this.#sequence(depth)
      const state = this.#add({ accepts: null, next: all.start, other: right.start })
      all = { start: state, ends: [...all.ends, ...right.ends] }
    }
    return all
  }

  #sequence(depth: number): Fragment {
    let all: Fragment | null = null
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source[this.#at]!)) all = this.#join(all, this.#quantified(depth))
    return all ?? this.#single(null)
  }

  #quantified(depth: number): Fragment {
    const from = this.#at
    // Each repetition is compiled again from the source: states are not shared.
    const copy = (): Fragment => {
      this.#at = from
      return this.#atom(depth)
    }
    const first = copy()
    const [min, max] = readQuantifier(this.#source, this.#at)
    const end = this.#at + quantifierLength(this.#source, this.#at)
    let all: Fragment | null = min > 0 ? first : null
    for (let count = 1; count < min; count++) all = this.#join(all, copy())
    if (max === Infinity) all = this.#join(all, this.#repeated(all === null ? first : copy()))
    else for (let count = min; count < max; count++) all = this.#join(all, this.#optional(count === 0 ? first : copy()))
    this.#at = end
    return all ?? this.#single(null)
  }

  #atom(depth: number): Fragment {
    if (this.#source[this.#at] !== '(') {
      const { set, length } = readSet(this.#source, this.#at)
      this.#at += length
      return this.#single(set)
    }
    if (depth > 8) refuse('groups are nested too deep')
    this.#at++
    if (this.#source[this.#at] === '?') this.#at += this.#source.startsWith('?:', this.#at) ? 2 : refuse('lookaround and named groups are not supported')
    const inner = this.#alternatives(depth + 1)
    if (this.#source[this.#at] !== ')') refuse('a bracket is not closed')
    this.#at++
    return inner
  }
}

/** Returns the length of the longest match at an offset, with an end accepted by `isEnd`; -1 when there is none. */
export function longestMatch(
  { states, start }: CompiledPattern,
  text: string,
  from: number,
  maxLength: number,
  isEnd: (end: number) => boolean = () => true,
): number {
  let current = closure(states, [start])
  let best = -1
  for (let at = from; ; at++) {
    if (current.some((state) => states[state]!.next === accepting) && isEnd(at)) best = at - from
    if (current.length === 0 || at >= text.length || at - from >= maxLength) return best
    const unit = text.charCodeAt(at)
    current = closure(
      states,
      current.flatMap((state) => (states[state]!.accepts?.has(unit) ? states[state]!.next : [])),
    )
  }
}

function closure(states: readonly State[], from: readonly number[]): number[] {
  const seen = new Set<number>()
  const pending = [...from]
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    if (index < 0 || seen.has(index)) continue
    seen.add(index)
    const { accepts, next, other } = states[index]!
    if (accepts === null) pending.push(next, other)
  }
  return [...seen]
}

const quantifier = /^(?:[?*+]|\{(\d{1,2})(?:(,)(\d{0,2}))?\})\??/

const quantifierLength = (source: string, at: number): number => quantifier.exec(source.slice(at, at + 10))?.[0].length ?? 0

function readQuantifier(source: string, at: number): [number, number] {
  const match = quantifier.exec(source.slice(at, at + 10))
  if (!match) return source[at] === '{' ? refuse('a repetition is {n}, {n,} or {n,m}, up to 99') : [1, 1]
  if (quantifier.test(source.slice(at + match[0].length, at + match[0].length + 10))) refuse('a repetition is repeated')
  if (match[0][0] === '?') return [0, 1]
  if (match[0][0] === '*') return [0, Infinity]
  if (match[0][0] === '+') return [1, Infinity]
  const min = Number(match[1])
  const max = match[2] === undefined ? min : match[3] === '' ? Infinity : Number(match[3])
  return max >= min ? [min, max] : refuse('a repetition ends before it begins')
}

const classes: Readonly<Record<string, RegExp>> = { d: /\d/, w: /[\p{L}\d_]/u, s: /\s/, D: /\D/, W: /[^\p{L}\d_]/u, S: /\S/ }

/** Reads one character, escape or class. */
function readSet(source: string, at: number): { set: UnitSet; length: number } {
  const sign = source[at]!
  if (sign === '[') return readClass(source, at)
  if (sign === '.') return { set: { has: (unit) => unit !== 10 }, length: 1 }
  if (/[*+?{}^$]/.test(sign)) refuse(`« ${sign} » has no meaning here`)
  if (sign !== '\\') return { set: sameLetter(sign), length: 1 }
  const escaped = source[at + 1] ?? refuse('the pattern ends with a backslash')
  const shorthand = classes[escaped]
  if (shorthand) return { set: { has: (unit) => shorthand.test(String.fromCharCode(unit)) }, length: 2 }
  if (/[\p{L}\d]/u.test(escaped)) refuse(`« \\${escaped} » is not supported`)
  return { set: sameLetter(escaped), length: 2 }
}

const sameLetter = (sign: string): UnitSet => {
  const units = new Set([...sign.toLowerCase(), ...sign.toUpperCase()].map((form) => form.charCodeAt(0)))
  return { has: (unit) => units.has(unit) }
}

function readClass(source: string, at: number): { set: UnitSet; length: number } {
  const close = /^\[\^?(?:\\.|[^\]\\])+\]/.exec(source.slice(at))?.[0] ?? refuse('a class is not closed')
  let expression: RegExp | undefined
  try {
    // A class alone reads one unit: it cannot go back.
    expression = new RegExp(close, 'iu')
  } catch {
    refuse('a class is not valid')
  }
  return { set: { has: (unit) => expression!.test(String.fromCharCode(unit)) }, length: close.length }
}
