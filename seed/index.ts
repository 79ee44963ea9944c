import { assistants } from './assistants/index.ts'
import { projects } from './projects.ts'
import { examples } from './examples/index.ts'
import { prompts } from './prompts.ts'
import type { SeedCatalogue, SeedCategory } from './types.ts'

export { examples }
export type { SeedAssistant, SeedCatalogue, SeedCategory, SeedExample, SeedProject, SeedPrompt } from './types.ts'

/** Categories of the demonstration assistants, in the order in which a town hall would look for them. */
const categories: SeedCategory[] = [
  { slug: 'actes-et-assemblees', name: `Actes et assemblées`, icon: 'FileText' },
  { slug: 'courriers-et-usagers', name: `Courriers et relation à l’usager`, icon: 'MessageCircle' },
  { slug: 'finances', name: `Finances`, icon: 'Calculator' },
  { slug: 'commande-publique', name: `Commande publique`, icon: 'Briefcase' },
  { slug: 'ressources-humaines', name: `Ressources humaines et management`, icon: 'UserCheck' },
  { slug: 'projets-et-subventions', name: `Projets et subventions`, icon: 'ClipboardList' },
  { slug: 'pilotage-et-strategie', name: `Pilotage et stratégie`, icon: 'TrendingUp' },
  { slug: 'urbanisme', name: `Urbanisme et aménagement`, icon: 'Target' },
  { slug: 'solidarites-et-education', name: `Solidarités, enfance et éducation`, icon: 'Heart' },
  { slug: 'communication', name: `Communication`, icon: 'PenTool' },
  { slug: 'transition-ecologique', name: `Transition écologique`, icon: 'Zap' },
  { slug: 'numerique-et-rgpd', name: `Numérique et RGPD`, icon: 'Shield' },
  { slug: 'analyse-et-documentation', name: `Analyse et documentation`, icon: 'FileSearch' },
]

/** Demonstration catalogue of a new instance: assistants, prompts and projects. */
export const seedCatalogue: SeedCatalogue = { categories, assistants, prompts, projects }
