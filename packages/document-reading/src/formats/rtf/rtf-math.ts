import { createFormulas, isFormulaPart } from '../ooxml/formulas.ts'
import type { createGroups } from './rtf-text.ts'

/** Prefixes of the destinations of a formula. The name of the Office element follows. */
const PART_PREFIX = 'formula '
const PROPERTY_PREFIX = 'formula property '

/**
 * Reads the formulas of RTF, whose control words correspond to the elements of Office: `\mf` is `m:f`.
 * @param onCut called when a formula is nested too deep
 */
export function createMath(groups: ReturnType<typeof createGroups>, write: (text: string) => void, onCut: () => void) {
  const formulas = createFormulas(write, onCut)
  let property = ''
  return {
    isOpen: formulas.isOpen,
    text: formulas.text,
    addProperty(characters: string): void {
      if (groups.state().destination.startsWith(PROPERTY_PREFIX)) property += characters
    },
    /** @returns true when the control word belongs to a formula */
    open(word: string, parameter: number | null): boolean {
      const begins = word === 'moMath' || word === 'moMathPara'
      if (!begins && (!formulas.isOpen() || !/^m[a-zA-Z]/.test(word))) return false
      const name = `m:${word.slice(1)}`
      // In a run, all other words are letter properties.
      if (parameter !== null || groups.isIn(`${PART_PREFIX}m:r`)) return true
      if (isFormulaPart(name)) {
        groups.unskip(PART_PREFIX + name)
        formulas.open(name, {})
      } else if (!name.endsWith('Pr')) {
        property = ''
        groups.skip(PROPERTY_PREFIX + name)
      }
      return true
    },
    /** @param ended destination of the group that ends */
    endGroup(ended: string): void {
      if (groups.isIn(ended)) return
      if (ended.startsWith(PART_PREFIX) && !ended.startsWith(PROPERTY_PREFIX)) formulas.close(ended.slice(PART_PREFIX.length))
      else if (ended.startsWith(PROPERTY_PREFIX)) formulas.open(ended.slice(PROPERTY_PREFIX.length), property.trim() ? { 'm:val': property.trim() } : {})
    },
  }
}
