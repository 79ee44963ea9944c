import * as z from 'zod/mini'

/** Masking of personal data before a text is sent to a model server: `prevenir` asks the person before sending, and masks nothing by itself. */
export const maskingModes = ['non', 'prevenir', 'masquer'] as const
export const maskingMode = z.enum(maskingModes, 'Valeurs admises\u00a0: non, prevenir, masquer')
export type MaskingMode = z.infer<typeof maskingMode>

/** Number of passages that a conversation masks, or leaves as they are, by choice of its person, and length of each. Not in `limits`, which every first page loads. */
export const maskingLimits = { values: 500, value: 2_000 } as const

/** Kinds of masked data. `donnee`: a passage that the person chose. */
export const maskedKinds = [
  'personne',
  'email',
  'telephone',
  'nir',
  'iban',
  'carte',
  'adresse',
  'naissance',
  'immatriculation',
  'fiscal',
  'secret',
  'dossier',
  'donnee',
] as const
export type MaskedKind = (typeof maskedKinds)[number]
export const maskedKind = z.enum(maskedKinds)

/** Word of each kind in a label, `[PERSONNE_1]`. */
export const labelWords: Record<MaskedKind, string> = {
  personne: 'PERSONNE',
  email: 'COURRIEL',
  telephone: 'TELEPHONE',
  nir: 'NIR',
  iban: 'IBAN',
  carte: 'CARTE',
  adresse: 'ADRESSE',
  naissance: 'NAISSANCE',
  immatriculation: 'PLAQUE',
  fiscal: 'FISCAL',
  secret: 'SECRET',
  dossier: 'DOSSIER',
  donnee: 'DONNEE',
}

/** Names of the kinds for people. */
export const maskedKindNames: Record<MaskedKind, string> = {
  personne: 'nom de personne',
  email: 'adresse e-mail',
  telephone: 'numéro de téléphone',
  nir: 'numéro de sécurité sociale',
  iban: 'compte bancaire (IBAN)',
  carte: 'numéro de carte bancaire',
  adresse: 'adresse postale',
  naissance: 'date de naissance',
  immatriculation: 'plaque d’immatriculation',
  fiscal: 'numéro fiscal',
  secret: 'mot de passe ou clé',
  dossier: 'numéro de dossier',
  donnee: 'passage choisi',
}
