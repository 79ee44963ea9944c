import type { ScriptLevel } from './small-figures.ts'

/** A part of a formula: characters at one height, or a line break. */
export type FormulaPart = { text: string; level: 'line' | ScriptLevel } | 'break'

/**
 * Kind of an atom, which decides what is put between it and its neighbours. Adjacent terms are a product, `operator` has spaces around it, `open` and
 * `close` are brackets, `fraction` gets parentheses next to another atom.
 */
export type AtomKind = 'term' | 'operator' | 'open' | 'close' | 'space' | 'fraction' | 'name' | 'break' | 'comma'

export interface FormulaAtom {
  kind: AtomKind
  parts: FormulaPart[]
}

/** Thrown for a formula outside the supported subset. */
export class UnsupportedFormula extends Error {}

export const linePart = (text: string): FormulaPart => ({ text, level: 'line' })
export const toTerm = (text: string): FormulaAtom => ({ kind: 'term', parts: [linePart(text)] })
export const plainOf = (parts: readonly FormulaPart[]) => parts.map((part) => (part === 'break' ? ' ' : part.text)).join('')

/** Makes an atom of a group in braces: one term, or for « {,} » a comma without a space. */
export function group(atoms: FormulaAtom[]): FormulaAtom {
  const parts = assemble(atoms)
  return /^[,.;:]$/.test(plainOf(parts)) ? { kind: 'name', parts } : { kind: 'term', parts }
}

/** Whether parts need no parentheses: one number, one name, one bracketed or raised term. */
export function isSimple(parts: readonly FormulaPart[]): boolean {
  const text = plainOf(parts).trim()
  return (
    /^−?(?:\d[\d.,\u00a0 ]*|\p{L}\p{M}*′?)[⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉]*(?:[\u00a0 ]?[%€°])?$/u.test(text) ||
    (/^\p{L}{2,}$/u.test(text) && parts.length === 1) ||
    (/^\p{L}\p{M}*\p{L}*$/u.test(text) && parts.length === 2 && parts[1] !== 'break' && parts[1]!.level !== 'line') ||
    (/^\([^()]*\)$/.test(text) && parts.length === 1)
  )
}

/** Whether parts are words without a mathematical sign. However many, they count as one term. */
const isPhrase = (parts: readonly FormulaPart[]) => /^[\p{L}\p{N}'’(.), \u00a0-]*\p{L}{3}[\p{L}\p{N}'’(.), \u00a0-]*$/u.test(plainOf(parts).trim())

export function fraction(numerator: FormulaPart[], denominator: FormulaPart[]): FormulaAtom {
  if ([...numerator, ...denominator].includes('break')) throw new UnsupportedFormula()
  if (plainOf(numerator).trim() === '' || plainOf(denominator).trim() === '') throw new UnsupportedFormula()
  const isWordy = [numerator, denominator].some((parts) => isPhrase(parts) && /\s/.test(plainOf(parts).trim()))
  const part = (parts: FormulaPart[], isUnder: boolean) => {
    const text = plainOf(parts).trim()
    // « 2x » above needs no parentheses: 2x/3 is read in that order.
    const isProduct = !isUnder && /^[\p{L}\p{N}.,⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉]+$/u.test(text)
    return isSimple(parts) || isPhrase(parts) || isProduct ? parts : [linePart('('), ...parts, linePart(')')]
  }
  return { kind: 'fraction', parts: [...part(numerator, false), linePart(isWordy ? ' / ' : '/'), ...part(denominator, true)] }
}

const touches = (kind: AtomKind | undefined) => kind === 'term' || kind === 'fraction' || kind === 'name' || kind === 'close'

/** Joins atoms, with spaces around operators and parentheses around fractions next to another atom. */
export function assemble(atoms: readonly FormulaAtom[]): FormulaPart[] {
  const parts: FormulaPart[] = []
  const solid = (from: number, step: 1 | -1): FormulaAtom | undefined => {
    let index = from + step
    while (atoms[index]?.kind === 'space') index += step
    return atoms[index]
  }
  const endsWithSpace = () => {
    const last = parts.at(-1)
    return last === undefined || last === 'break' || /[\s\u00a0]$/.test(last.text)
  }
  for (const [index, atom] of atoms.entries()) {
    const before = solid(index, -1)
    const after = solid(index, 1)
    switch (atom.kind) {
      case 'space':
        if (after !== undefined && after.kind !== 'comma' && !endsWithSpace() && before?.kind !== 'open' && after.kind !== 'close') parts.push(...atom.parts)
        break
      case 'break':
        if (after !== undefined && before !== undefined) parts.push('break')
        break
      case 'operator': {
        const isUnary = /^[−+±∓]$/.test(plainOf(atom.parts)) && !touches(before?.kind)
        if (!isUnary && !endsWithSpace()) parts.push(linePart(' '))
        parts.push(...atom.parts, ...(isUnary || after === undefined ? [] : [linePart(' ')]))
        break
      }
      case 'fraction': {
        const isTouched =
          (touches(before?.kind) && before?.kind !== 'name') ||
          after?.kind === 'term' ||
          after?.kind === 'fraction' ||
          after?.kind === 'open' ||
          after?.kind === 'name'
        const isPercent = after?.kind === 'term' && plainOf(after.parts) === '%'
        if (touches(before?.kind) && !endsWithSpace() && /\d$/.test(plainOf(parts))) parts.push(linePart(' '))
        parts.push(...(isTouched && !isPercent ? [linePart('('), ...atom.parts, linePart(')')] : atom.parts))
        break
      }
      default: {
        // « sin x », « log 2 »
        const isAfterName = before?.kind === 'name' && /\p{L}{2}$/u.test(plainOf(before.parts)) && atom.kind === 'term'
        if (isAfterName && !endsWithSpace()) parts.push(linePart(' '))
        parts.push(...atom.parts)
        if (atom.kind === 'comma' && after !== undefined && atoms[index + 1]?.kind === 'space') parts.push(linePart(' '))
      }
    }
  }
  return parts
}

/** Merges adjacent parts of one height and removes double spaces. */
export function mergeParts(parts: readonly FormulaPart[]): FormulaPart[] {
  const allParts: FormulaPart[] = []
  for (const part of parts) {
    const last = allParts.at(-1)
    if (part === 'break') allParts.push(part)
    else if (last !== undefined && last !== 'break' && last.level === part.level) last.text += part.text
    else if (part.text !== '') allParts.push({ ...part })
  }
  for (const [index, part] of allParts.entries()) {
    if (part === 'break' || part.level !== 'line') continue
    part.text = part.text.replace(/ *\u00a0 */g, '\u00a0').replace(/ {2,}/g, ' ')
    if (index === 0 || allParts[index - 1] === 'break') part.text = part.text.trimStart()
    if (index === allParts.length - 1 || allParts[index + 1] === 'break') part.text = part.text.trimEnd()
  }
  return allParts
}
