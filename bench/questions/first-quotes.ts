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
  { category: rh, question: 'Quelle est la durée du congé de maternité ?', holds: /16 semaines/ },
  { category: rh, question: 'Quelle est la durée du congé maternité pour des jumeaux ?', holds: /34 semaines/ },
  { category: rh, question: 'Combien de jours dure le congé de paternité ?', holds: /11 jours/ },
  { category: rh, question: 'Combien de temps à l’avance faut-il demander le congé de paternité ?', holds: /un mois avant/ },
  { category: rh, question: 'Combien de jours d’absence pour le décès d’un enfant de moins de 25 ans ?', holds: /7 jours ouvrés/ },
  { category: rh, question: 'Combien de jours pour un mariage dans la fonction publique d’État ?', holds: /5 jours ouvrables/ },
  { category: rh, question: 'Combien de jours de congés annuels pour un agent à temps plein ?', holds: /25 jours|5 fois/ },
  { category: rh, question: 'Combien de jours de télétravail par semaine au maximum ?', holds: /3 jours par semaine/ },
  { category: rh, question: 'Combien de jours peut-on garder sur un compte épargne-temps territorial ?', holds: /[67]0 jours/ },
  { category: rh, question: 'Quel est le montant minimum de l’indemnité de résidence en zone 1 ?', holds: /44 €/ },
  { category: rh, question: 'Qu’est-ce qu’un vacataire ?', holds: /tâche précise et limitée dans le temps/ },
  { category: rh, question: 'Quelle est la durée quotidienne de travail maximale dans la territoriale ?', holds: /10 heures/ },
  { category: rh, question: 'À qui faut-il déclarer sa grossesse, et avant quand ?', holds: /service des ressources humaines/ },
  { category: civil, question: 'Dans quel délai faut-il déclarer une naissance ?', holds: /5 jours/ },
  { category: civil, question: 'Où faut-il déclarer une naissance ?', holds: /mairie du lieu de naissance/ },
  { category: civil, question: 'Qui peut déclarer une naissance ?', holds: /le père, ou sinon|personne ayant assisté/ },
  { category: civil, question: 'Quelles pièces faut-il fournir pour déclarer une naissance ?', holds: /Attestation du médecin/ },
  { category: civil, question: 'Qui paie les obsèques quand la famille est sans ressources ?', holds: /la commune du lieu de décès/ },
  { category: civil, question: 'Un citoyen européen peut-il voter aux élections municipales ?', holds: /municipales/ },
  { category: civil, question: 'Combien de jours après le décès doit avoir lieu l’inhumation ?', holds: /6 jours/ },
  { category: civil, question: 'Qui peut demander un nouveau livret de famille ?', holds: /un des titulaires du livret/ },
  { category: town, question: 'Combien de temps un permis de construire est-il valable ?', holds: /3 ans/ },
  { category: town, question: 'Combien de fois peut-on prolonger une autorisation d’urbanisme ?', holds: /2 fois/ },
  { category: town, question: 'Quel est le taux de la part communale de la taxe d’aménagement ?', holds: /1 % et 5 %|1 %/ },
  { category: rules, question: 'Quelle amende si un vide-greniers dépasse la durée permise ?', holds: /1 500 €/ },
  { category: rules, question: 'Combien de buvettes par an une association sportive peut-elle tenir dans un stade ?', holds: /10 autorisations/ },
  { category: rules, question: 'Qui autorise une loterie organisée par une association ?', holds: /du maire/ },
  { category: rules, question: 'Quel tribunal est compétent pour un litige sur un permis de construire ?', holds: /Tribunal où est situé le bien/ },
  { category: rules, question: 'Quand faut-il demander la dérogation pour une buvette dans un stade ?', holds: /3 mois/ },
  { category: rules, question: 'Dans quel délai l’administration doit-elle communiquer un document ?', holds: /délai d’un mois|délai d'un mois/ },
]

/** The same kind of questions, held out: measured once, at the end of the work. */
export const firstQuotesKept: FirstQuote[] = [
  { category: rh, question: 'Combien peut-on dépenser par jour en titres-restaurant ?', holds: /38 €/ },
  { category: rh, question: 'Quel est le repos minimum quotidien d’un agent territorial ?', holds: /11 heures/ },
  { category: rh, question: 'Quelle pause quand on travaille plus de 6 heures ?', holds: /20 minutes/ },
  { category: rh, question: 'Quel est le pourcentage de l’indemnité de résidence en zone 2 ?', holds: /1 %/ },
  { category: rh, question: 'Combien de jours de congés annuels pour un agent à 80 % ?', holds: /20 jours/ },
  { category: rh, question: 'Combien de semaines de congé prénatal pour un troisième enfant ?', holds: /8 semaines/ },
  { category: rh, question: 'Combien de semaines faut-il s’arrêter au minimum pour une naissance ?', holds: /8 semaines/ },
  { category: civil, question: 'Quand prend effet la dissolution d’un Pacs entre les partenaires ?', holds: /enregistrement/ },
  { category: civil, question: 'Quel délai pour déclarer une naissance en Guyane à Maripasoula ?', holds: /8 jours/ },
  { category: town, question: 'Qui demande le transfert d’un permis de construire ?', holds: /futur titulaire/ },
  { category: town, question: 'En combien d’exemplaires envoyer une demande de transfert de permis ?', holds: /4 exemplaires/ },
  { category: rules, question: 'Combien de jours avant une brocante le maire informe-t-il l’association ?', holds: /8 jours/ },
  { category: rules, question: 'Quel tribunal pour la pension de retraite d’un fonctionnaire ?', holds: /située la personne publique/ },
  { category: rules, question: 'Quelle licence faut-il pour servir du vin sur place ?', holds: /Licence III/ },
  { category: rules, question: 'Qui statue quand une loterie dépasse 30 000 € ?', holds: /le maire statue/ },
]
