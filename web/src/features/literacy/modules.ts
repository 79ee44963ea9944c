import { literacyModules, type LiteracyModule } from '@parvis/contract'
import type { ModuleText } from './modules/module-text.ts'

interface ModuleSummary {
  title: string
  lead: string
  /** Downloads the texts of the module. */
  load: () => Promise<ModuleText>
}

/** Duration of a module, in minutes. */
export const moduleMinutes = 5

export const moduleSummaries: Record<LiteracyModule, ModuleSummary> = {
  modele: {
    title: 'Ce que fait un modèle',
    lead: 'Pourquoi il écrit bien, et pourquoi il peut se tromper sans le savoir.',
    load: async () => (await import('./modules/modele.ts')).modele,
  },
  sources: {
    title: 'Sources et citations',
    lead: 'Reconnaître une référence inventée, et lire ce que Parvis vérifie.',
    load: async () => (await import('./modules/sources.ts')).sources,
  },
  donnees: {
    title: 'Données personnelles',
    lead: 'Obtenir la même réponse sans désigner personne.',
    load: async () => (await import('./modules/donnees.ts')).donnees,
  },
  limites: {
    title: 'Ce que l’on ne demande pas',
    lead: 'Les demandes qui pèsent sur une personne, et celles qui restent ordinaires.',
    load: async () => (await import('./modules/limites.ts')).limites,
  },
  relecture: {
    title: 'Relire et en répondre',
    lead: 'Quoi vérifier, et comment dire qui a relu.',
    load: async () => (await import('./modules/relecture.ts')).relecture,
  },
  sobriete: {
    title: 'Avec mesure',
    lead: 'Ce que consomme une réponse, et ce qui en évite une.',
    load: async () => (await import('./modules/sobriete.ts')).sobriete,
  },
}

export const isLiteracyModule = (value: string): value is LiteracyModule => (literacyModules as readonly string[]).includes(value)
