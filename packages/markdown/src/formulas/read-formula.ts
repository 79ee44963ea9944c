import { smallFigures, type Level } from './small-figures.ts'
import { assemble, fraction, group, isSimple, joined, line, Outside, plainOf, term, type Atom, type FormulaPart, type Kind } from './layout.ts'
import { symbols } from './symbols.ts'

/** Maximum nesting and length of a supported formula. */
const maxDepth = 40
const maxLength = 2_000

/**
 * Converts a LaTeX formula to text: fractions on one line, exponents and indices raised and lowered, operators, Greek letters, simple environments.
 * @returns null when a part of it is not supported: the caller then shows the source
 */
export function readFormula(source: string): FormulaPart[] | null {
  if (source.length > maxLength) return null
  try {
    const reader = new FormulaReader(source)
    const atoms = reader.sequence(0, 'end')
    const parts = joined(assemble(atoms))
    return parts.some((part) => part !== 'break' && part.text.trim() !== '') ? parts : null
  } catch (error) {
    if (error instanceof Outside) return null
    throw error
  }
}

/** End of a sequence: of the source, of a group, of an optional argument, of an environment. */
type End = 'end' | '}' | ']' | 'environment'

class FormulaReader {
  private at = 0
  private readonly source: string
  constructor(source: string) {
    this.source = source
  }

  /** Reads atoms up to and including an end. */
  sequence(depth: number, end: End): Atom[] {
    if (depth > maxDepth) throw new Outside()
    const atoms: Atom[] = []
    for (;;) {
      const character = this.source[this.at]
      if (character === undefined) {
        if (end !== 'end') throw new Outside()
        return atoms
      }
      if (character === end) {
        this.at += 1
        return atoms
      }
      if (end === 'environment' && this.source.startsWith('\\end', this.at)) return atoms
      this.one(atoms, character, depth)
    }
  }

  private one(atoms: Atom[], character: string, depth: number): void {
    if (/\s/.test(character)) {
      this.at += 1
      atoms.push({ kind: 'space', parts: [line(' ')] })
    } else if (character === '^' || character === '_') {
      this.at += 1
      this.script(atoms, character === '^' ? 'raised' : 'lowered', depth)
    } else if (character === '{') {
      this.at += 1
      atoms.push(group(this.sequence(depth + 1, '}')))
    } else if (character === '\\') this.command(atoms, depth)
    else if (character === '&') {
      this.at += 1
      atoms.push({ kind: 'space', parts: [line(' ')] })
    } else if (character === '}' || character === '$' || character === '%' || character === '#') throw new Outside()
    else atoms.push(this.character())
  }

  /** Reads a number, a word or one sign. */
  private character(): Atom {
    const run = /^(?:\d+(?:[.,]\d+)*|\p{L}\p{M}*|[^])/u.exec(this.source.slice(this.at, this.at + 60))![0]
    this.at += run.length
    if (run === '~') return { kind: 'space', parts: [line('\u00a0')] }
    if (run === '-') return { kind: 'operator', parts: [line('−')] }
    if (run === "'") return term('′')
    if (/^[+=<>×÷±≤≥≠≈*·→⇒]$/u.test(run)) return { kind: 'operator', parts: [line(run)] }
    if (/^[([]$/.test(run)) return { kind: 'open', parts: [line(run)] }
    if (/^[)\]]$/.test(run)) return { kind: 'close', parts: [line(run)] }
    if (/^[,;:!?/|.]$/.test(run)) return { kind: run === '/' || run === '|' || run === '.' ? 'name' : 'comma', parts: [line(run)] }
    return term(run)
  }

  /** Reads an exponent or index and puts it on the previous atom. */
  private script(atoms: Atom[], level: Level, depth: number): void {
    const content = this.argument(depth)
    const plain = plainOf(content)
    if (content.some((part) => part === 'break' || part.level !== 'line')) throw new Outside()
    while (atoms.at(-1)?.kind === 'space') atoms.pop()
    const under = atoms.at(-1)
    // « 90^\circ »
    if (plain === '°' || plain === '′') return void atoms.push({ kind: 'name', parts: [line(plain)] })
    const small = smallFigures(plain.replace(/\s/g, ''), level)
    const part: FormulaPart = small === null ? { text: plain.trim(), level } : line(small)
    if (under === undefined || under.kind === 'operator' || under.kind === 'comma') return void atoms.push({ kind: 'term', parts: [part] })
    const needsBrackets = under.kind === 'fraction' || (under.kind === 'term' && /[\s+−×÷/√]/.test(plainOf(under.parts)))
    const base = needsBrackets ? [line('('), ...under.parts, line(')')] : under.parts
    atoms[atoms.length - 1] = { kind: under.kind === 'fraction' ? 'term' : under.kind, parts: [...base, part] }
  }

  /** Reads the argument of a command: a group, a command or one character. */
  private argument(depth: number): FormulaPart[] {
    if (depth > maxDepth) throw new Outside()
    while (/\s/.test(this.source[this.at] ?? '')) this.at += 1
    const character = this.source[this.at]
    if (character === undefined || character === '}') throw new Outside()
    if (character === '{') {
      this.at += 1
      return assemble(this.sequence(depth + 1, '}'))
    }
    const atoms: Atom[] = []
    if (character === '\\') this.command(atoms, depth + 1)
    else {
      this.at += 1
      atoms.push(character === '-' ? { kind: 'operator', parts: [line('−')] } : term(character))
    }
    return assemble(atoms)
  }

  /** Reads the raw characters of a group: the argument of `\text`. */
  private rawArgument(): string {
    while (this.source[this.at] === ' ') this.at += 1
    if (this.source[this.at] !== '{') throw new Outside()
    let depth = 0
    for (let at = this.at; at < this.source.length; at += 1) {
      const character = this.source[at]
      if (character === '\\') at += 1
      else if (character === '{') depth += 1
      else if (character === '}' && (depth -= 1) === 0) {
        const content = this.source.slice(this.at + 1, at)
        this.at = at + 1
        return content
      }
    }
    throw new Outside()
  }

  private command(atoms: Atom[], depth: number): void {
    if (depth > maxDepth) throw new Outside()
    const name = /^\\([a-zA-Z]+\*?|[^])/.exec(this.source.slice(this.at, this.at + 40))?.[1]
    if (name === undefined) throw new Outside()
    this.at += name.length + 1
    const put = (kind: Kind, text: string) => void atoms.push({ kind, parts: [line(text)] })
    const found = <Value>(table: Readonly<Record<string, Value>>) => (Object.hasOwn(table, name) ? table[name]! : null)
    const operator = found(symbols.operators)
    if (operator !== null) return put('operator', operator)
    const large = found(symbols.large)
    if (large !== null) return put('name', large)
    const one = found(symbols.characters)
    if (one !== null)
      return put(/^[⌊⌈⟨{[]$/.test(one) ? 'open' : /^[⌋⌉⟩}\]]$/.test(one) ? 'close' : one === '|' || one === '°' || one === '′' ? 'name' : 'term', one)
    const space = found(symbols.spaces)
    if (space !== null) return space === '' ? undefined : put('space', space)
    const accent = found(symbols.accents)
    if (accent !== null) {
      const letter = plainOf(this.argument(depth)).trim()
      if (!/^\p{L}$/u.test(letter)) throw new Outside()
      return put('term', `${letter}${accent}`.normalize('NFC'))
    }
    if (symbols.functionNames.has(name)) return put('name', name)
    if (symbols.ignored.has(name)) return this.delimiter(name)
    if (symbols.words.has(name)) return put('term', wordsOf(this.rawArgument()))
    if (symbols.groups.has(name.replace(/\*$/, ''))) return void atoms.push(group([{ kind: 'term', parts: this.argument(depth) }]))
    if (name === '\\') return void atoms.push({ kind: 'break', parts: ['break'] })
    if (/^[%$&#_]$/.test(name)) return put('term', name)
    if (name === '{' || name === '}') return put(name === '{' ? 'open' : 'close', name)
    if (name === '|') return put('name', '‖')
    this.structure(atoms, name, depth)
  }

  /** Skips the dot of `\left.`, which draws nothing. */
  private delimiter(name: string): void {
    if (/^(?:left|right|middle|big|bigg)$/i.test(name) && this.source[this.at] === '.') this.at += 1
  }

  private structure(atoms: Atom[], name: string, depth: number): void {
    switch (name) {
      case 'frac':
      case 'dfrac':
      case 'tfrac':
      case 'cfrac':
        return void atoms.push(fraction(this.argument(depth), this.argument(depth)))
      case 'sqrt':
        return void atoms.push(this.root(depth))
      case 'mathbb': {
        const letter = plainOf(this.argument(depth)).trim()
        if (!Object.hasOwn(symbols.blackboard, letter)) throw new Outside()
        return void atoms.push(term(symbols.blackboard[letter]!))
      }
      case 'tag':
      case 'tag*':
        return void atoms.push({ kind: 'space', parts: [line(' ')] }, term(`(${wordsOf(this.rawArgument())})`))
      case 'begin':
        return this.environment(atoms, depth)
      default:
        throw new Outside()
    }
  }

  private root(depth: number): Atom {
    let sign: FormulaPart[] = [line('√')]
    while (this.source[this.at] === ' ') this.at += 1
    if (this.source[this.at] === '[') {
      this.at += 1
      const index = smallFigures(plainOf(assemble(this.sequence(depth + 1, ']'))).trim(), 'raised')
      if (index === null) throw new Outside()
      sign = [line(index === '³' ? '∛' : index === '⁴' ? '∜' : `${index}√`)]
    }
    const under = this.argument(depth)
    return { kind: 'term', parts: [...sign, ...(isSimple(under) ? under : [line('('), ...under, line(')')])] }
  }

  private environment(atoms: Atom[], depth: number): void {
    const name = this.rawArgument().trim()
    if (!/^(?:aligned|align|gathered|gather|equation|split|cases|multline|eqnarray)\*?$/.test(name)) throw new Outside()
    const inside = this.sequence(depth + 1, 'environment')
    this.at += '\\end'.length
    if (this.rawArgument().trim() !== name) throw new Outside()
    while (inside.at(-1)?.kind === 'space' || inside.at(-1)?.kind === 'break') inside.pop()
    if (!name.startsWith('cases')) return void atoms.push(...inside)
    // On one line: « { x si x ≥ 0 ; −x sinon } ».
    const rows = inside.map((atom): Atom => (atom.kind === 'break' ? { kind: 'comma', parts: [line('\u00a0; ')] } : atom))
    atoms.push({ kind: 'term', parts: [line('{ '), ...assemble(rows), line(' }')] })
  }
}

/** Converts the argument of `\text{…}` to words, without simple commands and escapes. */
function wordsOf(raw: string): string {
  const plain = raw
    .replace(/\\(?:text(?:bf|it|rm|sf|tt|normal)?|mathrm|emph)\s*\{([^{}\\]*)\}/g, '$1')
    .replace(/\\(?:euro|texteuro)(?:\{\}|\b)/g, '€')
    .replace(/\\([%$&#_{}])/g, '$1')
    .replace(/\\[,;: ]|~/g, '\u00a0')
    .replace(/\$/g, '')
  if (/[\\{}]/.test(plain)) throw new Outside()
  return plain
}
