import type { SeedAssistant } from '../types.ts'
import { actesEtAssemblees } from './actes-et-assemblees.ts'
import { analyseEtDocumentation } from './analyse-et-documentation.ts'
import { commandePublique } from './commande-publique.ts'
import { communication } from './communication.ts'
import { courriersEtUsagers } from './courriers-et-usagers.ts'
import { finances } from './finances.ts'
import { numeriqueEtRgpd } from './numerique-et-rgpd.ts'
import { pilotageEtStrategie } from './pilotage-et-strategie.ts'
import { projetsEtSubventions } from './projets-et-subventions.ts'
import { ressourcesHumaines } from './ressources-humaines.ts'
import { solidaritesEtEducation } from './solidarites-et-education.ts'
import { transitionEcologique } from './transition-ecologique.ts'
import { urbanisme } from './urbanisme.ts'

/** Demonstration assistants, in the order of `categories`. */
export const assistants: SeedAssistant[] = [
  ...actesEtAssemblees,
  ...courriersEtUsagers,
  ...finances,
  ...commandePublique,
  ...ressourcesHumaines,
  ...projetsEtSubventions,
  ...pilotageEtStrategie,
  ...urbanisme,
  ...solidaritesEtEducation,
  ...communication,
  ...transitionEcologique,
  ...numeriqueEtRgpd,
  ...analyseEtDocumentation,
]
