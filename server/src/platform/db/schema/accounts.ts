import type { ApiKeyScope, ModelLevel } from '@parvis/contract'
import type { Generated, GeneratedAlways } from 'kysely'
import type { DefaultTimestamp, Id, NullableTimestamp, Timestamp } from './columns.ts'

export interface AppUserTable {
  id: Id
  username: string
  /** Lower-case forms, used by the unique constraints and by sign-in. */
  username_key: string
  email: string
  email_key: string
  /** Null: the person signs in only through an identity provider. */
  password_hash: string | null
  has_password: GeneratedAlways<boolean>
  /** Time from which a sign-in by password also requires a code or a passkey; null: it does not. */
  second_factor_at: NullableTimestamp
  password_weak: Generated<boolean>
  /** Reason of the weakness; null when the password is not weak, or was found weak before reasons were stored. */
  password_weakness: 'short' | 'common' | 'context' | null
  must_change_password: Generated<boolean>
  is_admin: Generated<boolean>
  is_active: Generated<boolean>
  /** True until an administrator first activates an account created under `REGISTRATION=validation`. */
  awaiting_validation: Generated<boolean>
  first_name: Generated<string>
  last_name: Generated<string>
  type_collectivite: Generated<string>
  tranche_effectif: Generated<string>
  tranche_population: Generated<string>
  champ_action: Generated<string>
  fonction: Generated<string>
  experience_gestion_projet: Generated<string>
  style_conversationnel: Generated<string>
  /** Enter sends a chat message; false: only Ctrl + Enter does. */
  enter_sends: Generated<boolean>
  last_login: NullableTimestamp
  /** Time of the sign-in before the last one. */
  previous_login: NullableTimestamp
  /** Time at which the person was invited to choose a password; null once it is chosen. */
  invited_at: NullableTimestamp
  /** Time at which the person was warned by mail that the account will be deleted for inactivity. */
  inactivity_warned_at: NullableTimestamp
  /** End of the notice period after a legal hold of the account was lifted: no conversation is purged before it. */
  conversations_kept_until: NullableTimestamp
  /** Time at which the person last opened the list of projects (and, below, the catalogue): later grants count as new. */
  projects_seen_at: DefaultTimestamp
  assistants_seen_at: DefaultTimestamp
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}

export interface SessionTable {
  id: Id
  user_id: string
  /** SHA-256 of the current refresh token, hexadecimal. The token itself is never stored. */
  refresh_hash: string
  /** Number of rotations of the refresh token: bounds the search for a replayed earlier one. */
  rotations: Generated<number>
  rotated_at: NullableTimestamp
  created_at: DefaultTimestamp
  last_used_at: DefaultTimestamp
  expires_at: Timestamp
  revoked_at: NullableTimestamp
  /** Browser and system in plain words; empty when unknown. */
  device: Generated<string>
  /** Network of the address that opened the session, truncated; empty when unknown. */
  place: Generated<string>
  /** Identity that opened the session; null: it was opened without a provider. */
  identity_id: string | null
  /** Id of that provider in the settings. */
  provider: string | null
  /** Session id at the provider (`sid`), if it gave one. */
  provider_session: string | null
  /** ID token, sealed (features/auth/keys.ts): required to end the session at the provider as well. */
  id_token: string | null
}

/** Link between an account and the subject of an identity provider. */
export interface IdentityTable {
  id: Id
  issuer: string
  sub: string
  user_id: string
  /** Id of the provider in the settings. */
  provider: string
  /** Provider of a federation that authenticated the person. */
  idp_id: string | null
  siret: string | null
  /** Address that the provider gave last. */
  email: string
  /** The provider made the account an administrator: the right ends when the provider no longer reports it. */
  gave_admin: Generated<boolean>
  created_at: Timestamp
  last_seen_at: Timestamp
}

/** Authorization request to an identity provider, not answered yet. */
export interface SignInRequestTable {
  /** SHA-256 of the `state` parameter. */
  state_hash: string
  provider: string
  nonce: string
  /** Null for a provider without PKCE. */
  code_verifier: string | null
  browser_secret_hash: string
  return_path: string
  expires_at: Timestamp
}

/** Identity whose address already has an account, until the person proves that the account is theirs. */
export interface IdentityLinkTable {
  ticket_hash: string
  user_id: string
  proof: 'code' | 'password'
  code_hash: string | null
  browser_secret_hash: string
  provider: string
  /** Claims of the provider, sealed. */
  arrival: string
  return_path: string
  attempts: Generated<number>
  expires_at: Timestamp
}

/** Shared key of a code application (TOTP). It is in use once confirmed by a first code. */
export interface SecondFactorTable {
  user_id: string
  /** Shared key, sealed. */
  secret: string
  /** Last time step (30 s) whose code was accepted: no code is accepted twice. */
  last_step: Generated<number>
  created_at: Timestamp
  confirmed_at: NullableTimestamp
}

/** Passkey of an account (WebAuthn credential). */
export interface PasskeyTable {
  id: Id
  user_id: string
  /** Base64url, as the browser writes it. */
  credential_id: string
  /** Host name that the passkey was registered for; it works on no other. */
  rp_id: string
  /** COSE key, base64url. */
  public_key: string
  /** Signature counter of the device; 0 if it has none. */
  counter: number
  transports: string[]
  name: string
  created_at: Timestamp
  last_used_at: NullableTimestamp
}

/** Single-use WebAuthn challenge. */
export interface PasskeyChallengeTable {
  /** SHA-256 of the challenge. */
  challenge_hash: string
  purpose: 'create' | 'prove' | 'sign_in'
  /** Null for a sign-in, whose account is not known yet. */
  user_id: string | null
  expires_at: Timestamp
}

/** Personal API key. A revoked key is deleted. */
export interface ApiKeyTable {
  id: Id
  owner_id: string
  name: string
  /** SHA-256 of the value, hexadecimal. The value itself is never stored. */
  hash: string
  /** First characters of the value. */
  prefix: string
  scopes: ApiKeyScope[]
  /** Assistants that the key may use; null: all those of its owner. */
  assistant_ids: string[] | null
  /** Highest level of the requests that the key may make; null: no ceiling. */
  level_max: ModelLevel | null
  created_at: Timestamp
  expires_at: Timestamp
  /** Time of the last use, to the minute. */
  last_used_at: NullableTimestamp
  /** Network of the last use. */
  last_used_from: string | null
  /** Networks that the key was used from, the latest ones last. */
  networks: Generated<string[]>
}

export interface RecoveryCodeTable {
  user_id: string
  /** SHA-256 of the code. */
  code_hash: string
}

/** Token of a back-channel logout already executed, stored so that it is not accepted twice. */
export interface LogoutTokenTable {
  issuer: string
  jti: string
  expires_at: Timestamp
}

/** Registration with an unverified address; the account does not exist yet. */
export interface RegistrationTable {
  id: Id
  token_hash: string
  username: string
  email: string
  email_key: string
  password_hash: string
  password_weakness: 'short' | 'common' | 'context' | null
  first_name: Generated<string>
  last_name: Generated<string>
  created_at: Timestamp
  link_expires_at: Timestamp
  expires_at: Timestamp
}

/** Change of an account's credentials or address, and its author. Shown to the account's owner. */
export interface AccountChangeTable {
  id: Id
  user_id: string
  at: Timestamp
  change: 'password' | 'email' | 'identity' | 'identity_removed' | 'second_factor' | 'passkey'
  author: 'self' | 'link' | 'administrator' | 'operator'
}

export interface PasswordResetTable {
  token_hash: string
  user_id: string
  expires_at: Timestamp
  used_at: NullableTimestamp
  created_at: DefaultTimestamp
}

/** Counters of attempts, shared by all instances. The meaning of the columns depends on the kind of counter (features/auth/throttle). */
export interface ThrottleTable {
  key: string
  count: Generated<number>
  /** Expiry: from then on the row is ignored. */
  ends_at: Timestamp
  /** Slots of the person's running replies, as «writer:uuid». Those of a dead writer do not count. */
  running: Generated<string[]>
}
