import type { Tokens } from 'marked'
import type { FoundFormula } from './find-formula.ts'
import type { FormulaPart } from './layout.ts'

type FormulaReader = (source: string) => FormulaPart[] | null

/** Reader of formulas. Null until it is loaded: formulas are then shown as source. */
let readFormula: FormulaReader | null = null

export const setFormulaReader = (reader: FormulaReader): void => void (readFormula = reader)

/** Loads the reader of formulas, which most answers do not need. If it cannot be fetched, formulas stay as the model wrote them. */
export async function loadFormulas(): Promise<void> {
  if (readFormula === null)
    await import('./read-formula.ts').then(
      (loaded) => setFormulaReader(loaded.readFormula),
      () => {},
    )
}

export const areFormulasLoaded = (): boolean => readFormula !== null

const literal = (text: string): Tokens.Generic => ({ type: 'escape', raw: text, text })

/** Converts a formula to tokens: text, raised and lowered characters. A formula outside the supported subset becomes its source, with its line breaks. */
export function formulaTokens({ raw, source }: FoundFormula): Tokens.Generic[] {
  const parts = readFormula === null ? null : readFormula(source)
  if (parts === null) return raw.split('\n').flatMap((line, index) => (index === 0 ? [literal(line)] : [{ type: 'br', raw: '\n' }, literal(line)]))
  return parts.map((part): Tokens.Generic => {
    if (part === 'break') return { type: 'br', raw: '\n' }
    if (part.level === 'line') return literal(part.text)
    return { type: 'markedText', raw: part.text, mark: part.level, tokens: [literal(part.text)] }
  })
}
