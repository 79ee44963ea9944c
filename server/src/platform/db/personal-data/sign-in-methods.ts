import type { Schema } from '../schema/index.ts'
import { technical, secret, type PersonalDataDeclaration } from './declaration.ts'

type SignInMethodTables = 'identity' | 'identity_link' | 'second_factor' | 'recovery_code' | 'passkey' | 'passkey_challenge'

/** Declarations of the tables of sign-in methods other than the password: part of `personalData`. */
export const personalSignInMethods: { [T in SignInMethodTables]: PersonalDataDeclaration<Schema[T]> } = {
  identity: {
    file: 'identites.json',
    description: 'ce que les fournisseurs d’identité ont dit de vous : identifiant, adresse, organisation',
    of: 'user_id = $me',
    order: 'created_at, id',
    columns: {
      id: 'yes',
      issuer: 'yes',
      sub: 'yes',
      user_id: 'yes',
      provider: 'yes',
      idp_id: 'yes',
      siret: 'yes',
      email: 'yes',
      gave_admin: 'yes',
      created_at: 'yes',
      last_seen_at: 'yes',
    },
  },
  second_factor: {
    file: 'double-authentification.json',
    description: 'la date de votre clé de double authentification, sans la clé',
    of: 'user_id = $me',
    order: 'user_id',
    columns: { user_id: 'yes', secret, last_step: 'yes', created_at: 'yes', confirmed_at: 'yes' },
  },
  passkey: {
    file: 'cles-d-acces.json',
    description: 'le nom de vos clés d’accès, quand elles ont été faites et employées, sans les clés',
    of: 'user_id = $me',
    order: 'created_at, id',
    columns: {
      id: 'yes',
      user_id: 'yes',
      credential_id: technical,
      rp_id: 'yes',
      public_key: technical,
      counter: 'yes',
      transports: 'yes',
      name: 'yes',
      created_at: 'yes',
      last_used_at: 'yes',
    },
  },
  passkey_challenge: {
    file: 'cles-d-acces-demandees.json',
    description: 'ce qui a été demandé à vos clés d’accès ; cela s’efface en cinq minutes',
    of: 'user_id = $me',
    order: 'expires_at, challenge_hash',
    columns: { challenge_hash: secret, purpose: 'yes', user_id: 'yes', expires_at: 'yes' },
  },
  recovery_code: {
    file: 'codes-de-secours.json',
    description: 'combien de codes de secours il vous reste, sans les codes',
    of: 'user_id = $me',
    order: 'code_hash',
    columns: { user_id: 'yes', code_hash: secret },
  },
  identity_link: {
    file: 'identites-a-relier.json',
    description: 'les identités qui attendent d’être reliées à votre compte ; elles s’effacent en un quart d’heure',
    of: 'user_id = $me',
    order: 'expires_at, ticket_hash',
    columns: {
      ticket_hash: secret,
      user_id: 'yes',
      proof: 'yes',
      code_hash: secret,
      browser_secret_hash: secret,
      provider: 'yes',
      arrival: secret,
      return_path: 'yes',
      attempts: 'yes',
      expires_at: 'yes',
    },
  },
}
