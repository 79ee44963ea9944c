import type { Profile, ProfileOptions } from '@parvis/contract'

export const unknownSize = 'Non renseigné'
const standardStyle = 'Style standard'

/** Choices of the profile (specification, chapter 3). Kinds of authorities come from the code général des collectivités territoriales. */
export const profileOptions = {
  type_collectivite: [
    'Commune',
    'Commune nouvelle',
    'Communauté de communes',
    'Communauté d’agglomération',
    'Communauté urbaine',
    'Métropole',
    'Établissement public territorial',
    'Département',
    'Région',
    'Collectivité à statut particulier',
    'Syndicat intercommunal (SIVU, SIVOM)',
    'Syndicat mixte',
    'Pôle d’équilibre territorial et rural (PETR)',
    'Centre communal ou intercommunal d’action sociale (CCAS, CIAS)',
    'Caisse des écoles',
    'Centre de gestion de la fonction publique territoriale',
    'Service départemental d’incendie et de secours (SDIS)',
    'Office public de l’habitat',
    'Établissement public local',
    'Société publique locale',
    'Autre',
  ],
  tranche_effectif: [
    unknownSize,
    'Moins de 10 agents',
    'De 10 à 49 agents',
    'De 50 à 99 agents',
    'De 100 à 349 agents',
    'De 350 à 999 agents',
    'De 1 000 à 4 999 agents',
    '5 000 agents et plus',
  ],
  tranche_population: [
    unknownSize,
    'Moins de 500 habitants',
    'De 500 à 1 999 habitants',
    'De 2 000 à 3 499 habitants',
    'De 3 500 à 9 999 habitants',
    'De 10 000 à 19 999 habitants',
    'De 20 000 à 49 999 habitants',
    'De 50 000 à 99 999 habitants',
    '100 000 habitants et plus',
  ],
  champ_action: [
    'Direction générale',
    'Secrétariat général de mairie',
    'Administration générale et affaires juridiques',
    'Finances et contrôle de gestion',
    'Ressources humaines',
    'Commande publique',
    'État civil, élections et accueil',
    'Urbanisme et aménagement',
    'Habitat et logement',
    'Voirie, réseaux et espaces publics',
    'Bâtiments et patrimoine',
    'Eau et assainissement',
    'Déchets et économie circulaire',
    'Transition écologique et énergie',
    'Mobilités et transports',
    'Action sociale et solidarités',
    'Santé et autonomie',
    'Petite enfance, enfance et jeunesse',
    'Éducation et restauration scolaire',
    'Culture et patrimoine',
    'Sports et vie associative',
    'Développement économique et emploi',
    'Tourisme',
    'Sécurité, prévention et police municipale',
    'Numérique et systèmes d’information',
    'Communication',
    'Coopération et affaires européennes',
    'Mandat électif',
    'Autre',
  ],
  experience_gestion_projet: [
    'Aucune expérience',
    'Débutant (moins de 2 ans)',
    'Intermédiaire (de 2 à 5 ans)',
    'Confirmé (de 5 à 10 ans)',
    'Expert (plus de 10 ans)',
  ],
  style_conversationnel: [standardStyle, 'Concis et direct', 'Détaillé et pédagogique', 'Formel et administratif', 'Simple et accessible', 'Créatif'],
} satisfies ProfileOptions

type ProfileChoice = keyof typeof profileOptions

/** Value that stands for no choice. In the other lists it is the empty text (specification, chapter 3). */
const unset: Partial<Record<ProfileChoice, string>> = { tranche_effectif: unknownSize, tranche_population: unknownSize, style_conversationnel: standardStyle }

/** Replaces empty texts by the value that stands for no choice. `refused`: error text of each field whose value is not in its list. */
export function chooseOptions(changes: Partial<Profile>): { chosen: Partial<Profile>; refused: Record<string, string> } {
  const chosen = { ...changes }
  const refused: Record<string, string> = {}
  for (const name of Object.keys(profileOptions) as ProfileChoice[]) {
    const value = changes[name]
    if (value === undefined) continue
    if (value === '') chosen[name] = unset[name] ?? ''
    else if (!profileOptions[name].some((option) => option === value)) refused[name] = 'Cette valeur n’est pas dans la liste proposée'
  }
  return { chosen, refused }
}
