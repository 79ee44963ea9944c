import type { FirstQuote } from './question-types.ts'

const rh = 'Documentation RH'
const civil = 'État civil et élections'
const town = 'Urbanisme et cadre de vie'
const rules = 'Réglementation'

/**
 * Questions answered by a few words of a demonstration document, written before seeing any answer: the demonstration model must quote these words first.
 * Development set.
 */
export const firstQuotesDev: FirstQuote[] = [
  { category: rh, question: 'Quelle est la durée du congé de maternité ?', expected: /16 semaines/ },
  { category: rh, question: 'Quelle est la durée du congé maternité pour des jumeaux ?', expected: /34 semaines/ },
  { category: rh, question: 'Combien de jours dure le congé de paternité ?', expected: /11 jours/ },
  { category: rh, question: 'Combien de temps à l’avance faut-il demander le congé de paternité ?', expected: /un mois avant/ },
  { category: rh, question: 'Combien de jours d’absence pour le décès d’un enfant de moins de 25 ans ?', expected: /7 jours ouvrés/ },
  { category: rh, question: 'Combien de jours pour un mariage dans la fonction publique d’État ?', expected: /5 jours ouvrables/ },
  { category: rh, question: 'Combien de jours de congés annuels pour un agent à temps plein ?', expected: /25 jours|5 fois/ },
  { category: rh, question: 'Combien de jours de télétravail par semaine au maximum ?', expected: /3 jours par semaine/ },
  { category: rh, question: 'Combien de jours peut-on garder sur un compte épargne-temps territorial ?', expected: /[67]0 jours/ },
  { category: rh, question: 'Quel est le montant minimum de l’indemnité de résidence en zone 1 ?', expected: /44 €/ },
  { category: rh, question: 'Qu’est-ce qu’un vacataire ?', expected: /tâche précise et limitée dans le temps/ },
  { category: rh, question: 'Quelle est la durée quotidienne de travail maximale dans la territoriale ?', expected: /10 heures/ },
  { category: rh, question: 'À qui faut-il déclarer sa grossesse, et avant quand ?', expected: /service des ressources humaines/ },
  { category: civil, question: 'Dans quel délai faut-il déclarer une naissance ?', expected: /5 jours/ },
  { category: civil, question: 'Où faut-il déclarer une naissance ?', expected: /mairie du lieu de naissance/ },
  { category: civil, question: 'Qui peut déclarer une naissance ?', expected: /le père, ou sinon|personne ayant assisté/ },
  { category: civil, question: 'Quelles pièces faut-il fournir pour déclarer une naissance ?', expected: /Attestation du médecin/ },
  { category: civil, question: 'Qui paie les obsèques quand la famille est sans ressources ?', expected: /la commune du lieu de décès/ },
  { category: civil, question: 'Un citoyen européen peut-il voter aux élections municipales ?', expected: /municipales/ },
  { category: civil, question: 'Combien de jours après le décès doit avoir lieu l’inhumation ?', expected: /6 jours/ },
  { category: civil, question: 'Qui peut demander un nouveau livret de famille ?', expected: /un des titulaires du livret/ },
  { category: town, question: 'Combien de temps un permis de construire est-il valable ?', expected: /3 ans/ },
  { category: town, question: 'Combien de fois peut-on prolonger une autorisation d’urbanisme ?', expected: /2 fois/ },
  { category: town, question: 'Quel est le taux de la part communale de la taxe d’aménagement ?', expected: /1 % et 5 %|1 %/ },
  { category: rules, question: 'Quelle amende si un vide-greniers dépasse la durée permise ?', expected: /1 500 €/ },
  { category: rules, question: 'Combien de buvettes par an une association sportive peut-elle tenir dans un stade ?', expected: /10 autorisations/ },
  { category: rules, question: 'Qui autorise une loterie organisée par une association ?', expected: /du maire/ },
  { category: rules, question: 'Quel tribunal est compétent pour un litige sur un permis de construire ?', expected: /Tribunal où est situé le bien/ },
  { category: rules, question: 'Quand faut-il demander la dérogation pour une buvette dans un stade ?', expected: /3 mois/ },
  { category: rules, question: 'Dans quel délai l’administration doit-elle communiquer un document ?', expected: /délai d’un mois|délai d'un mois/ },
]

/** Held-out questions, of the same kind as the development ones. They are measured once, at the end of the work. */
export const firstQuotesHeldOut: FirstQuote[] = [
  { category: rh, question: 'Combien peut-on dépenser par jour en titres-restaurant ?', expected: /38 €/ },
  { category: rh, question: 'Quel est le repos minimum quotidien d’un agent territorial ?', expected: /11 heures/ },
  { category: rh, question: 'Quelle pause quand on travaille plus de 6 heures ?', expected: /20 minutes/ },
  { category: rh, question: 'Quel est le pourcentage de l’indemnité de résidence en zone 2 ?', expected: /1 %/ },
  { category: rh, question: 'Combien de jours de congés annuels pour un agent à 80 % ?', expected: /20 jours/ },
  { category: rh, question: 'Combien de semaines de congé prénatal pour un troisième enfant ?', expected: /8 semaines/ },
  { category: rh, question: 'Combien de semaines faut-il s’arrêter au minimum pour une naissance ?', expected: /8 semaines/ },
  { category: civil, question: 'Quand prend effet la dissolution d’un Pacs entre les partenaires ?', expected: /enregistrement/ },
  { category: civil, question: 'Quel délai pour déclarer une naissance en Guyane à Maripasoula ?', expected: /8 jours/ },
  { category: town, question: 'Qui demande le transfert d’un permis de construire ?', expected: /futur titulaire/ },
  { category: town, question: 'En combien d’exemplaires envoyer une demande de transfert de permis ?', expected: /4 exemplaires/ },
  { category: rules, question: 'Combien de jours avant une brocante le maire informe-t-il l’association ?', expected: /8 jours/ },
  { category: rules, question: 'Quel tribunal pour la pension de retraite d’un fonctionnaire ?', expected: /située la personne publique/ },
  { category: rules, question: 'Quelle licence faut-il pour servir du vin sur place ?', expected: /Licence III/ },
  { category: rules, question: 'Qui statue quand une loterie dépasse 30 000 € ?', expected: /le maire statue/ },
]
