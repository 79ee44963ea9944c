/**
 * Entry point for Node, where the reader of formulas is loaded immediately. Browsers use `browser.ts` (package.json) and load it when a text has a
 * formula.
 */

import { setFormulaReader } from './formulas/formula-tokens.ts'
import { readFormula } from './formulas/read-formula.ts'

setFormulaReader(readFormula)

export * from './browser.ts'
