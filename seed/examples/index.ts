import type { SeedExample } from '../types.ts'
import { arretes } from './arretes.ts'
import { courriers } from './courriers.ts'
import { deliberations } from './deliberations.ts'
import { notes } from './notes.ts'
import { postes } from './postes.ts'
import { subventions } from './subventions.ts'

/**
 * Prewritten answers of the demonstration model to the questions suggested by six assistants. A slot `{{fact|description}}` is replaced with a fact given
 * by the person, or else asks for it.
 */
export const examples: SeedExample[] = [...deliberations, ...arretes, ...courriers, ...notes, ...subventions, ...postes]
