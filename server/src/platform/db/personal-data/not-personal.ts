/** Tables that contain nothing about a person and refer to none, with the reason. */
export const notPersonalData = {
  registration: { not_personal: 'les inscriptions dont l’adresse reste à prouver : pas encore de compte, effacées en un jour' },
  sign_in_request: { not_personal: 'les connexions commencées chez un fournisseur d’identité : ne disent pas de qui, effacées en dix minutes' },
  logout_token: { not_personal: 'des numéros de messages de déconnexion déjà obéis, effacés en une heure' },
  team: { not_personal: 'les services ; leurs membres sont dans une table à part' },
  document_category: { not_personal: 'les catégories, communes à tous' },
  document_category_alias: { not_personal: 'les anciens noms de catégories' },
  announcement: { not_personal: 'l’annonce en cours, la même pour tous ; ne dit pas qui l’a écrite' },
  recent_error: { not_personal: 'des codes d’erreur et des routes ; ne dit pas chez qui' },
  letterhead: { not_personal: 'le papier à en-tête des exports, commun à tous' },
  writer: { not_personal: 'les processus du serveur' },
  retention_rule: { not_personal: 'les durées de conservation' },
  purge_proof: { not_personal: 'des dates et des nombres' },
  erasure: { not_personal: 'des empreintes d’identifiants tirés au hasard, de ce qui n’existe plus' },
}
