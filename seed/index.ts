import { assistants } from './assistants/index.ts'
import { categories } from './categories.ts'
import { projects } from './projects.ts'
import { prompts } from './prompts.ts'
import type { SeedCatalogue } from './types.ts'

export type { SeedAssistant, SeedCatalogue, SeedCategory, SeedProject, SeedPrompt } from './types.ts'

/** The demonstration catalogue: the assistants, prompts and projects that a new instance offers. */
export const seedCatalogue: SeedCatalogue = { categories, assistants, prompts, projects }
