import { assistants } from './assistants/index.ts'
import { categories } from './categories.ts'
import { projects } from './projects.ts'
import { examples } from './examples/index.ts'
import { prompts } from './prompts.ts'
import type { SeedCatalogue } from './types.ts'

export { examples }
export type { SeedAssistant, SeedCatalogue, SeedCategory, SeedExample, SeedProject, SeedPrompt } from './types.ts'

/** Demonstration catalogue of a new instance: assistants, prompts and projects. */
export const seedCatalogue: SeedCatalogue = { categories, assistants, prompts, projects }
