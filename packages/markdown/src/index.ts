/** The same door for Node, where what draws formulas is loaded at once; a browser takes `browser.ts` (package.json) and loads it when a text has one. */

import { setFormulaReader } from './formulas/formula-tokens.ts'
import { readFormula } from './formulas/read-formula.ts'

setFormulaReader(readFormula)

export * from './browser.ts'
