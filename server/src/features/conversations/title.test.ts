import fc from 'fast-check'
import { expect, it } from 'vitest'
import { titleFrom } from './title.ts'

it.each([
  [
    'Bonjour, Mme Martin, de la mairie de Plouguerneau, voudrait une note de deux pages sur la cantine (1 200 € par mois) avant le 12 mai. Merci !',
    'Une note de deux pages sur la cantine (1 200 € par mois) avant le 12 mai',
  ],
  ['Bonjour, M. Roux me demande une attestation d’hébergement pour son fils.', 'Une attestation d’hébergement pour son fils'],
  ['Bonjour, Mme Petit de la perception me demande le montant du devis, merci d’avance et bonne journée', 'Le montant du devis'],
  ['M. Roux du service technique voudrait un arrêté de voirie, bonne soirée !', 'Un arrêté de voirie'],
  ['Bonjour, M. Kerbrat m’a rappelée : jusqu’à quand son devis est-il valable ?', 'Jusqu’à quand son devis est-il valable ?'],
  ['M. Kerbrat m’a rappelée pour le devis : est-il valable en mars ?', 'Pour le devis : est-il valable en mars ?'],
  [
    'Bonjour, Mme Le Goff m’a appelée ce matin, désolée de vous déranger : quand la mairie annexe est-elle ouverte ? Merci beaucoup et bonne journée',
    'Quand la mairie annexe est-elle ouverte ?',
  ],
  [
    'Bonjour, c’est Mme Roux, du secrétariat de Saint-Aubin. Désolée de vous déranger, M. Lefèvre m’a encore demandé ce matin : combien d’élèves compte l’école cette année, et combien coûte la cantine ? Merci beaucoup d’avance !',
    'Combien d’élèves compte l’école cette année, et combien coûte…',
  ],
  [
    'Bonjour, Mme Roux m’a demandé combien d’élèves compte l’école en septembre, et M. Lefèvre voudrait connaître le tarif de la cantine. Merci beaucoup !',
    'Combien d’élèves compte l’école en septembre, et le tarif de la cantine',
  ],
  [
    'Bonjour, Mme Roux m’a appelée ce matin, elle était assez fâchée, désolée de vous déranger avec ça : combien réclame-t-elle pour sa caution ? Merci d’avance',
    'Combien réclame-t-elle pour sa caution ?',
  ],
  ['Agent absent pour maladie : quel est son traitement ?', 'Agent absent pour maladie : quel est son traitement ?'],
  ['Demande de subvention de l’association sportive', 'Demande de subvention de l’association sportive'],
  ['Cherche un modèle d’arrêté de voirie', 'Cherche un modèle d’arrêté de voirie'],
  ['Mme Le Goff nous demande de refaire le devis de la salle des fêtes', 'Refaire le devis de la salle des fêtes'],
  ['Bonjour, pouvez-vous rédiger une délibération sur la cantine ? Merci', 'Rédiger une délibération sur la cantine'],
  ['  résume ce texte  ', 'Résume ce texte'],
  ['# Titre\n**Important** : relire', 'Titre Important : relire'],
  ['Bonjour', 'Bonjour'],
  ['Bonjour ?', 'Bonjour ?'],
  ['Bonjour à toutes et à tous, pourriez-vous s’il vous plaît préparer un mot de rentrée ?', 'Préparer un mot de rentrée'],
  [
    'Bonjour,\n\nVoici le mail reçu : «\u00a0Quand la rue sera-t-elle refaite ?\u00a0»\n\nPeux-tu préparer une réponse courtoise ?',
    'Préparer une réponse courtoise',
  ],
  ['Nous aurions besoin d’aide pour l’affichage du plan canicule', 'L’affichage du plan canicule'],
  ['Auriez-vous un modèle de bail précaire ?', 'Un modèle de bail précaire'],
  ['Quels sont les horaires de la mairie ?', 'Quels sont les horaires de la mairie ?'],
  ["Peux-tu me faire un résumé de ce document s'il te plaît ?", 'Faire un résumé de ce document'],
  ['Je voudrais savoir comment calculer une prime. Merci d’avance', 'Comment calculer une prime'],
  ["Bonjour madame, j'ai une question. Est-ce que vous pouvez m'expliquer le RIFSEEP ?", 'Le RIFSEEP'],
  ['Peux-tu m’aider ?', 'Peux-tu m’aider ?'],
  ['Mettre à jour le règlement intérieur', 'Mettre à jour le règlement intérieur'],
  ['Menus de la cantine pour décembre', 'Menus de la cantine pour décembre'],
  ['Nous avons reçu un courrier de la préfecture', 'Nous avons reçu un courrier de la préfecture'],
  ['Je souhaiterais organiser une brocante', 'Organiser une brocante'],
  ["Salutations finales d'un courrier", "Salutations finales d'un courrier"],
  ['Merci de rédiger un arrêté de circulation', 'Rédiger un arrêté de circulation'],
  ["Merci beaucoup d'avance. Rédige un arrêté", 'Rédige un arrêté'],
  ['Pouvez-vous nous faire un tableau des dépenses ?', 'Faire un tableau des dépenses'],
  ['Salut ! petite question rapide : Comment consulter le cadastre ?', 'Comment consulter le cadastre ?'],
  ['Bonjour Parvis, j’espère que tu vas bien. Voilà mon problème : Faut-il un permis pour un abri ? Merci.', 'Faut-il un permis pour un abri ?'],
  [
    'Bonjour, excusez-moi de vous déranger : Mme Duval, de l’école, demande une dérogation de cantine. Pouvez-vous m’aider à lui répondre ? Merci !',
    'Une dérogation de cantine',
  ],
  [
    'Mon collègue est absent, désolée de vous déranger, quel est le budget de la voirie dans ma note ? Merci beaucoup',
    'Quel est le budget de la voirie dans ma note ?',
  ],
  ['Quels congés pour un agent absent, et combien de jours ?', 'Quels congés pour un agent absent, et combien de jours ?'],
  // An accented letter is part of a word: neither « système » nor « ça » is split.
  ['Notre système demande si le mandat est soldé, que répondre ?', 'Notre système demande si le mandat est soldé, que répondre ?'],
  ['Un administré veut une concession au cimetière. Comment ça se passe ?', 'Un administré veut une concession au cimetière'],
  ['Bonjour, Mme Rossi, secrétaire de mairie, me demande ceci : Qui tient le registre ? Merci d’avance.', 'Qui tient le registre ?'],
])('%j → %j', (question, title) => {
  expect(titleFrom(question)).toBe(title)
})

it.each([
  [
    'Bonjour, Mme Martin, secrétaire de mairie à Plouguerneau, me demande si un agent contractuel peut demander un temps partiel. Merci.',
    'Un agent contractuel peut demander un temps partiel\u00a0?',
  ],
  [
    "Rédige un courriel à Mme Le Goff pour lui expliquer les règles du temps partiel d'un contractuel",
    'Rédige un courriel pour lui expliquer les règles du temps partiel…',
  ],
  [
    'Un administré, M. Bougnon, 12 rue des Lilas, veut organiser un vide-greniers le 14 mai. De quelle autorisation a-t-il besoin ?',
    'Un administré veut organiser un vide-greniers le 14 mai',
  ],
  ['Je suis secrétaire de mairie. Le maire souhaite changer les horaires de la cantine. Comment consulter les parents ?', 'Comment consulter les parents ?'],
])('says what a story is about, and names nobody: %j', (question, title) => {
  expect(titleFrom(question)).toBe(title)
})

it.each([
  ['Bonjour, c’est Maëlle de l’école Jules-Ferry. Je voudrais savoir si la cantine est ouverte le mercredi.', 'La cantine est ouverte le mercredi'],
  ["bonjour c'est maelle de l'école jules ferry je voudrais savoir si la cantine est ouverte", 'La cantine est ouverte'],
  ['C’est Maëlle, de l’école Jules-Ferry\u00a0: il me faut un mot pour les parents', 'Il me faut un mot pour les parents'],
  ['Bonjour, c’est Mme Kervella de la trésorerie, il manque une pièce au mandat 214.', 'Il manque une pièce au mandat 214'],
  ['C’est la mairie de Plouec. Nous cherchons un modèle de bail.', 'Nous cherchons un modèle de bail'],
  ['Bonjour, je suis Paul Riou, secrétaire de mairie à Trévou, et je cherche un modèle d’arrêté.', 'Je cherche un modèle d’arrêté'],
  ['Je m’appelle Nadia et je travaille à l’état civil. J’aimerais connaître le délai de transcription.', 'Connaître le délai de transcription'],
  ['Ici Gérard du service voirie. Besoin d’un courrier aux riverains.', 'Besoin d’un courrier aux riverains'],
  ['Josiane à l’appareil, je voudrais le planning des salles.', 'Le planning des salles'],
  ['Bonsoir, désolée de vous déranger, c’est encore moi. Je n’arrive pas à trouver la délibération.', 'Je n’arrive pas à trouver la délibération'],
  ['Bonjour, je me permets de vous écrire car je dois refaire le règlement du cimetière.', 'Refaire le règlement du cimetière'],
  ['Je vous écris de la mairie de Trévou. Pourriez-vous nous dire comment calculer la DGF ?', 'Comment calculer la DGF ?'],
  // Nothing follows the introduction, which becomes the title.
  ['Bonjour, c’est Maëlle de l’école Jules-Ferry. Merci !', 'C’est Maëlle de l’école Jules-Ferry'],
  ['Bonjour, je suis stagiaire. Merci.', 'Je suis stagiaire'],
])('says what is asked, not who asks: %j', (question, title) => {
  expect(titleFrom(question)).toBe(title)
})

it.each([
  'C’est quoi la dotation globale ?',
  'C’est pour quand la date limite de dépôt ?',
  'Je suis tenu de publier les arrêtés ?',
  'C’est urgent\u00a0: le maire veut un discours',
  'C’est Noël\u00a0: un mot pour les agents',
  'C’est Google Drive, on peut l’utiliser ?',
  'C’est Marine de la mairie qui signe les actes ?',
  'C’est la commune, ou le département, qui paie ?',
  'Je suis agent contractuel depuis 3 ans, ai-je droit au CDI ?',
  'Je suis en congé maternité, quelles démarches ?',
  'Ici, on trie les déchets\u00a0: affiche pour l’école',
])('cuts nothing of %j', (question) => {
  expect(titleFrom(question)).toBe(question.replace('\u00a0', ' '))
})

it('a question that repeats its own subject points at nothing else', () => {
  expect(titleFrom('Un locataire a écrit. Un bailleur peut-il refuser un chien ? Réponds-lui.')).toBe('Un bailleur peut-il refuser un chien ?')
})

it('has no title for nothing', () => {
  expect(titleFrom('```js\nconst a = 1\n```')).toBeNull()
  expect(titleFrom('  \n ')).toBeNull()
})

it('never exceeds 72 characters, never breaks a character, never blank', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (question) => {
      const title = titleFrom(question)
      if (title === null) return
      expect(title.length).toBeLessThanOrEqual(72)
      expect(title.trim()).not.toBe('')
      if (question.isWellFormed()) expect(title.isWellFormed()).toBe(true)
    }),
  )
})
