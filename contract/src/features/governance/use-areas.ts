/**
 * Areas of sensitive use declared at publication, after the points of Annex III of Regulation (EU) 2024/1689 (`legal-sentences.ts`). Public services are
 * joined with benefits, control with law enforcement: the people of a local authority use one word for both.
 */
export const useAreas = [
  'recrutement',
  'agents',
  'aides',
  'urgence',
  'education',
  'etrangers',
  'controle',
  'biometrie',
  'infrastructures',
  'justice',
  'autre',
] as const
export type UseArea = (typeof useAreas)[number]

/** Words of an area: name, question, example of what it covers, example of what it leaves out, point of Annex III. */
type AreaWords = { name: string; question: string; covers: string; leavesOut: string; point: string }

export const areaWords: Record<UseArea, AreaWords> = {
  recrutement: {
    name: 'Recrutement',
    question: 'Aide-t-il à choisir parmi des personnes qui demandent un emploi, un stage ou un apprentissage\u00a0?',
    covers: 'trier ou noter des CV, proposer qui convoquer',
    leavesOut: 'rédiger une offre d’emploi ou un accusé de réception',
    point: '4 a',
  },
  agents: {
    name: 'Évaluation des agents',
    question: 'Aide-t-il à évaluer des agents, à décider de leur carrière ou à répartir le travail selon leur comportement\u00a0?',
    covers: 'proposer une appréciation annuelle, une prime, une sanction, un avancement',
    leavesOut: 'expliquer les congés, rédiger une fiche de poste',
    point: '4 b',
  },
  aides: {
    name: 'Aides et services publics',
    question: 'Aide-t-il à dire si une personne a droit à une aide, un logement, une place ou un service, ou dans quel ordre\u00a0?',
    covers: 'examiner une demande d’aide, classer les demandes de places en crèche',
    leavesOut: 'expliquer les conditions d’une aide, lister les pièces à fournir',
    point: '5 a',
  },
  urgence: {
    name: 'Appels d’urgence',
    question: 'Aide-t-il à évaluer des appels d’urgence ou à envoyer des secours\u00a0?',
    covers: 'donner un degré de priorité à un appel',
    leavesOut: 'rédiger le plan communal de sauvegarde',
    point: '5 d',
  },
  education: {
    name: 'Éducation et formation',
    question: 'Aide-t-il à admettre, orienter, noter ou surveiller des élèves ou des personnes en formation\u00a0?',
    covers: 'corriger des copies, proposer une orientation ou une admission',
    leavesOut: 'préparer un conseil d’école, expliquer une inscription',
    point: '3',
  },
  etrangers: {
    name: 'Migration et asile',
    question: 'Aide-t-il à examiner la situation d’une personne étrangère\u00a0: séjour, asile, minorité, hébergement\u00a0?',
    covers: 'juger si un récit est crédible, préparer un avis sur un titre de séjour',
    leavesOut: 'traduire un document, dire quelle préfecture contacter',
    point: '7',
  },
  controle: {
    name: 'Contrôle, police, fraude',
    question: 'Aide-t-il à repérer, surveiller ou contrôler des personnes\u00a0?',
    covers: 'signaler des dossiers suspects, prévoir qui pourrait récidiver',
    leavesOut: 'rédiger un arrêté de circulation',
    point: '6',
  },
  biometrie: {
    name: 'Biométrie et émotions',
    question: 'Reconnaît-il des personnes ou leurs émotions par leur visage, leur voix ou leurs gestes\u00a0?',
    covers: 'lire l’humeur d’un visiteur sur une photo',
    leavesOut: 'transcrire une réunion',
    point: '1',
  },
  infrastructures: {
    name: 'Réseaux et équipements',
    question: 'Aide-t-il à commander un réseau d’eau, d’énergie ou de circulation, dont la panne met des personnes en danger\u00a0?',
    covers: 'décider d’ouvrir une vanne, régler des feux de circulation',
    leavesOut: 'expliquer une facture d’eau',
    point: '2',
  },
  justice: {
    name: 'Justice et élections',
    question: 'Aide-t-il à trancher un litige, ou à agir sur le vote de personnes\u00a0?',
    covers: 'choisir l’argument qui fera changer d’avis un électeur',
    leavesOut: 'tenir un bureau de vote, résumer une jurisprudence',
    point: '8',
  },
  autre: {
    name: 'Autre décision sur des personnes',
    question: 'Aide-t-il, pour une autre raison, à juger, à classer ou à choisir des personnes\u00a0?',
    covers: 'noter des usagers, choisir qui participe à un voyage',
    leavesOut: 'répondre à une question, résumer un texte',
    point: '',
  },
}
