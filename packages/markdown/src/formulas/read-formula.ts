import { toSmallCharacters, type ScriptLevel } from './small-figures.ts'
import {
  assemble,
  fraction,
  group,
  isSimple,
  mergeParts,
  linePart,
  UnsupportedFormula,
  plainOf,
  toTerm,
  type FormulaAtom,
  type FormulaPart,
  type AtomKind,
} from './layout.ts'
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
    const parts = mergeParts(assemble(atoms))
    return parts.some((part) => part !== 'break' && part.text.trim() !== '') ? parts : null
  } catch (error) {
    if (error instanceof UnsupportedFormula) return null
    throw error
  }
}

/** End of a sequence: of the source, of a group, of an optional argument, of an environment. */
type SequenceEnd = 'end' | '}' | ']' | 'environment'

class FormulaReader {
  private at = 0
  private readonly source: string
  constructor(source: string) {
    this.source = source
  }

  /** Reads atoms up to and including an end. */
  sequence(depth: number, end: SequenceEnd): FormulaAtom[] {
    if (depth > maxDepth) throw new UnsupportedFormula()
    const atoms: FormulaAtom[] = []
    for (;;) {
      const character = this.source[this.at]
      if (character === undefined) {
        if (end !== 'end') throw new UnsupportedFormula()
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

  private one(atoms: FormulaAtom[], character: string, depth: number): void {
    if (/\s/.test(character)) {
      this.at += 1
      atoms.push({ kind: 'space', parts: [linePart(' ')] })
    } else if (character === '^' || character === '_') {
      this.at += 1
      this.script(atoms, character === '^' ? 'raised' : 'lowered', depth)
    } else if (character === '{') {
      this.at += 1
      atoms.push(group(this.sequence(depth + 1, '}')))
    } else if (character === '\\') this.command(atoms, depth)
    else if (character === '&') {
      this.at += 1
      atoms.push({ kind: 'space', parts: [linePart(' ')] })
    } else if (character === '}' || character === '$' || character === '%' || character === '#') throw new UnsupportedFormula()
    else atoms.push(this.character())
  }

  /** Reads a number, a word or one sign. */
  private character(): FormulaAtom {
    const run = /^(?:\d+(?:[.,]\d+)*|\p{L}\p{M}*|[^])/u.exec(this.source.slice(this.at, this.at + 60))![0]
    this.at += run.length
    if (run === '~') return { kind: 'space', parts: [linePart('\u00a0')] }
    if (run === '-') return { kind: 'operator', parts: [linePart('−')] }
    if (run === "'") return toTerm('′')
    if (/^[+=<>×÷±≤≥≠≈*·→⇒]$/u.test(run)) return { kind: 'operator', parts: [linePart(run)] }
    if (/^[([]$/.test(run)) return { kind: 'open', parts: [linePart(run)] }
    if (/^[)\]]$/.test(run)) return { kind: 'close', parts: [linePart(run)] }
    if (/^[,;:!?/|.]$/.test(run)) return { kind: run === '/' || run === '|' || run === '.' ? 'name' : 'comma', parts: [linePart(run)] }
    return toTerm(run)
  }

  /** Reads an exponent or index and puts it on the previous atom. */
  private script(atoms: FormulaAtom[], level: ScriptLevel, depth: number): void {
    const content = this.argument(depth)
    const plain = plainOf(content)
    if (content.some((part) => part === 'break' || part.level !== 'line')) throw new UnsupportedFormula()
    while (atoms.at(-1)?.kind === 'space') atoms.pop()
    const lastAtom = atoms.at(-1)
    // « 90^\circ »
    if (plain === '°' || plain === '′') return void atoms.push({ kind: 'name', parts: [linePart(plain)] })
    const small = toSmallCharacters(plain.replace(/\s/g, ''), level)
    const part: FormulaPart = small === null ? { text: plain.trim(), level } : linePart(small)
    if (lastAtom === undefined || lastAtom.kind === 'operator' || lastAtom.kind === 'comma') return void atoms.push({ kind: 'term', parts: [part] })
    const needsBrackets = lastAtom.kind === 'fraction' || (lastAtom.kind === 'term' && /[\s+−×÷/√]/.test(plainOf(lastAtom.parts)))
    const base = needsBrackets ? [linePart('('), ...lastAtom.parts, linePart(')')] : lastAtom.parts
    atoms[atoms.length - 1] = { kind: lastAtom.kind === 'fraction' ? 'term' : lastAtom.kind, parts: [...base, part] }
  }

  /** Reads the argument of a command: a group, a command or one character. */
  private argument(depth: number): FormulaPart[] {
    if (depth > maxDepth) throw new UnsupportedFormula()
    while (/\s/.test(this.source[this.at] ?? '')) this.at += 1
    const character = this.source[this.at]
    if (character === undefined || character === '}') throw new UnsupportedFormula()
    if (character === '{') {
      this.at += 1
      return assemble(this.sequence(depth + 1, '}'))
    }
    const atoms: FormulaAtom[] = []
    if (character === '\\') this.command(atoms, depth + 1)
    else {
      this.at += 1
      atoms.push(character === '-' ? { kind: 'operator', parts: [linePart('−')] } : toTerm(character))
    }
    return assemble(atoms)
  }

  /** Reads the raw characters of a group: the argument of `\text`. */
  private rawArgument(): string {
    while (this.source[this.at] === ' ') this.at += 1
    if (this.source[this.at] !== '{') throw new UnsupportedFormula()
    let depth = 0
    for (let index = this.at; index < this.source.length; index += 1) {
      const character = this.source[index]
      if (character === '\\') index += 1
      else if (character === '{') depth += 1
      else if (character === '}' && (depth -= 1) === 0) {
        const content = this.source.slice(this.at + 1, index)
        this.at = index + 1
        return content
      }
    }
    throw new UnsupportedFormula()
  }

  private command(atoms: FormulaAtom[], depth: number): void {
    if (depth > maxDepth) throw new UnsupportedFormula()
    const name = /^\\([a-zA-Z]+\*?|[^])/.exec(this.source.slice(this.at, this.at + 40))?.[1]
    if (name === undefined) throw new UnsupportedFormula()
    this.at += name.length + 1
    const addAtom = (kind: AtomKind, text: string) => void atoms.push({ kind, parts: [linePart(text)] })
    const lookUp = <Value>(table: Readonly<Record<string, Value>>) => (Object.hasOwn(table, name) ? table[name]! : null)
    const operator = lookUp(symbols.operators)
    if (operator !== null) return addAtom('operator', operator)
    const largeSymbol = lookUp(symbols.large)
    if (largeSymbol !== null) return addAtom('name', largeSymbol)
    const character = lookUp(symbols.characters)
    if (character !== null)
      return addAtom(
        /^[⌊⌈⟨{[]$/.test(character)
          ? 'open'
          : /^[⌋⌉⟩}\]]$/.test(character)
            ? 'close'
            : character === '|' || character === '°' || character === '′'
              ? 'name'
              : 'term',
        character,
      )
    const space = lookUp(symbols.spaces)
    if (space !== null) return space === '' ? undefined : addAtom('space', space)
    const accent = lookUp(symbols.accents)
    if (accent !== null) {
      const letter = plainOf(this.argument(depth)).trim()
      if (!/^\p{L}$/u.test(letter)) throw new UnsupportedFormula()
      return addAtom('term', `${letter}${accent}`.normalize('NFC'))
    }
    if (symbols.functionNames.has(name)) return addAtom('name', name)
    if (symbols.ignored.has(name)) return this.delimiter(name)
    if (symbols.words.has(name)) return addAtom('term', plainText(this.rawArgument()))
    if (symbols.groups.has(name.replace(/\*$/, ''))) return void atoms.push(group([{ kind: 'term', parts: this.argument(depth) }]))
    if (name === '\\') return void atoms.push({ kind: 'break', parts: ['break'] })
    if (/^[%$&#_]$/.test(name)) return addAtom('term', name)
    if (name === '{' || name === '}') return addAtom(name === '{' ? 'open' : 'close', name)
    if (name === '|') return addAtom('name', '‖')
    this.structure(atoms, name, depth)
  }

  /** Skips the dot of `\left.`, which draws nothing. */
  private delimiter(name: string): void {
    if (/^(?:left|right|middle|big|bigg)$/i.test(name) && this.source[this.at] === '.') this.at += 1
  }

  private structure(atoms: FormulaAtom[], name: string, depth: number): void {
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
        if (!Object.hasOwn(symbols.blackboard, letter)) throw new UnsupportedFormula()
        return void atoms.push(toTerm(symbols.blackboard[letter]!))
      }
      case 'tag':
      case 'tag*':
        return void atoms.push({ kind: 'space', parts: [linePart(' ')] }, toTerm(`(${plainText(this.rawArgument())})`))
      case 'begin':
        return this.environment(atoms, depth)
      default:
        throw new UnsupportedFormula()
    }
  }

  private root(depth: number): FormulaAtom {
    let sign: FormulaPart[] = [linePart('√')]
    while (this.source[this.at] === ' ') this.at += 1
    if (this.source[this.at] === '[') {
      this.at += 1
      const index = toSmallCharacters(plainOf(assemble(this.sequence(depth + 1, ']'))).trim(), 'raised')
      if (index === null) throw new UnsupportedFormula()
      sign = [linePart(index === '³' ? '∛' : index === '⁴' ? '∜' : `${index}√`)]
    }
    const denominator = this.argument(depth)
    return { kind: 'term', parts: [...sign, ...(isSimple(denominator) ? denominator : [linePart('('), ...denominator, linePart(')')])] }
  }

  private environment(atoms: FormulaAtom[], depth: number): void {
    const name = this.rawArgument().trim()
    if (!/^(?:aligned|align|gathered|gather|equation|split|cases|multline|eqnarray)\*?$/.test(name)) throw new UnsupportedFormula()
    const content = this.sequence(depth + 1, 'environment')
    this.at += '\\end'.length
    if (this.rawArgument().trim() !== name) throw new UnsupportedFormula()
    while (content.at(-1)?.kind === 'space' || content.at(-1)?.kind === 'break') content.pop()
    if (!name.startsWith('cases')) return void atoms.push(...content)
    // On one line: « { x si x ≥ 0 ; −x sinon } ».
    const rows = content.map((atom): FormulaAtom => (atom.kind === 'break' ? { kind: 'comma', parts: [linePart('\u00a0; ')] } : atom))
    atoms.push({ kind: 'term', parts: [linePart('{ '), ...assemble(rows), linePart(' }')] })
  }
}

/** Converts the argument of `\text{…}` to words, without simple commands and escapes. */
function plainText(raw: string): string {
  const plain = raw
    .replace(/\\(?:text(?:bf|it|rm|sf|tt|normal)?|mathrm|emph)\s*\{([^{}\\]*)\}/g, '$1')
    .replace(/\\(?:euro|texteuro)(?:\{\}|\b)/g, '€')
    .replace(/\\([%$&#_{}])/g, '$1')
    .replace(/\\[,;: ]|~/g, '\u00a0')
    .replace(/\$/g, '')
  if (/[\\{}]/.test(plain)) throw new UnsupportedFormula()
  return plain
}
