import { frenchDay, maskingNames } from './sheet-rows.ts'
import type { RegisterSnapshot } from './snapshot.ts'

const secondFactorWords = { facultatif: 'proposée à chacun', administrateurs: 'exigée des administrateurs', tous: 'exigée de tous' } as const
const apiKeyWords = { non: 'aucune', administrateurs: 'aux administrateurs', services: 'aux membres des services', tous: 'à tous' } as const
const registrationWords = { ouverte: 'ouvertes', validation: 'soumises à l’accord d’un administrateur', fermee: 'fermées' } as const

/** Security measures in force, from the settings: one sentence each. */
export function securityMeasures({ settings, instance, figures, charter }: RegisterSnapshot): string[] {
  const { providers } = settings
  return [
    settings.https ? 'Échanges chiffrés (HTTPS).' : 'Adresse publique sans HTTPS.',
    `Mots de passe\u00a0: ${instance.password_policy === 'cnil' ? 'refusés sous le seuil de la CNIL' : 'avertissement sous le seuil de la CNIL'}.`,
    `Double authentification\u00a0: ${secondFactorWords[settings.secondFactor]}\u00a0; ${figures.second_factors} des ${figures.accounts} comptes actifs l’ont.`,
    providers.length === 0 ? 'Aucun fournisseur d’identité.' : `Fournisseurs d’identité\u00a0: ${providers.join(', ')}.`,
    `Inscriptions ${registrationWords[instance.registration]}\u00a0; clés pour d’autres logiciels\u00a0: ${apiKeyWords[settings.apiKeys]}.`,
    `Droits par service et par personne, relus à chaque demande\u00a0; ${figures.restricted_categories} des ${figures.document_categories} catégories de documents sont réservées.`,
    `Journal d’audit en chaîne, que rien ne modifie\u00a0: ${figures.audit_events.toLocaleString('fr-FR')}\u00a0lignes.`,
    `Masquage des données personnelles\u00a0: ${maskingNames[instance.masking.mode].toLowerCase()}${
      instance.masking.below_level === null ? '' : `\u00a0; imposé sous le niveau ${instance.masking.below_level}`
    }. Ce n’est pas une anonymisation.`,
    settings.antivirus ? 'Fichiers déposés examinés par un antivirus.' : 'Aucun antivirus n’examine les fichiers déposés.',
    settings.encryptedBackups ? 'Sauvegardes chiffrées.' : 'Sauvegardes non chiffrées par Parvis.',
    charter === null
      ? 'Aucune charte d’usage publiée.'
      : `Charte d’usage, version ${charter.number} du ${frenchDay(charter.published_at)}\u00a0: ${instance.charter ? 'exigée avant la première question' : 'non exigée'}, acceptée par ${charter.accepted} des ${figures.accounts} comptes actifs.`,
    settings.useRegister
      ? 'Usages sensibles déclarés et confirmés par un second administrateur avant publication.'
      : 'Usages sensibles signalés dans le registre, sans confirmation avant publication.',
  ]
}
