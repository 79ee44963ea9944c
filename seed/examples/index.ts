import type { SeedExample } from '../types.ts'
import { arretes } from './arretes.ts'
import { courriers } from './courriers.ts'
import { deliberations } from './deliberations.ts'
import { notes } from './notes.ts'
import { postes } from './postes.ts'
import { subventions } from './subventions.ts'

/**
 * Answers written in advance to the questions that six assistants propose, for the demonstration model. A slot
 * `{{fact|description}}` takes a fact that the person has given, else asks for it.
 */
export const examples: SeedExample[] = [...deliberations, ...arretes, ...courriers, ...notes, ...subventions, ...postes]
