import type { Generated, GeneratedAlways } from 'kysely'
import type { DefaultTimestamp, Id, NullableTimestamp, Timestamp } from './columns.ts'

export interface AppUserTable {
  id: Id
  username: string
  /** Lower-case forms: what uniqueness and sign-in look at. */
  username_key: string
  email: string
  email_key: string
  /** Null: who signs in elsewhere alone. */
  password_hash: string | null
  has_password: GeneratedAlways<boolean>
  /** Since when a code or a passkey is asked for beside the password. */
  second_factor_at: NullableTimestamp
  password_weak: Generated<boolean>
  /** Why it is weak; null when it is not, and for those found weak before the reason was kept. */
  password_weakness: 'short' | 'common' | 'context' | null
  must_change_password: Generated<boolean>
  is_admin: Generated<boolean>
  is_active: Generated<boolean>
  /** True until an administrator first activates an account made under `REGISTRATION=validation`. */
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
  /** Enter sends what is written in a chat, and not only with Ctrl. */
  enter_sends: Generated<boolean>
  last_login: NullableTimestamp
  /** The sign-in before the last one. */
  previous_login: NullableTimestamp
  /** When the person was invited to choose a password; null once it is chosen. */
  invited_at: NullableTimestamp
  /** When a mail said that the account will go for want of use. */
  inactivity_warned_at: NullableTimestamp
  /** Since a legal hold of the account was lifted: what it kept goes after that, once it has been announced. */
  conversations_kept_until: NullableTimestamp
  /** Times at which the list of projects and the catalogue were last seen: later grants are new. */
  projects_seen_at: DefaultTimestamp
  assistants_seen_at: DefaultTimestamp
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}

export interface SessionTable {
  id: Id
  user_id: string
  /** SHA-256 of the current refresh value, hexadecimal. The value itself is never stored. */
  refresh_hash: string
  /** How many times the value was replaced: bounds the search for a replayed ancestor. */
  rotations: Generated<number>
  rotated_at: NullableTimestamp
  created_at: DefaultTimestamp
  last_used_at: DefaultTimestamp
  expires_at: Timestamp
  revoked_at: NullableTimestamp
  /** Browser and system in plain words; empty when they are not known. */
  device: Generated<string>
  /** The network of the address that opened it, truncated; empty when it is not known. */
  place: Generated<string>
  /** What opened it elsewhere; null: a password did. */
  identity_id: string | null
  /** Id of that provider in the settings. */
  provider: string | null
  /** What the provider calls this session (`sid`), if it does. */
  provider_session: string | null
  /** The token that ends it there too, sealed (features/auth/seal.ts). */
  id_token: string | null
}

/** Somebody as an identity provider knows them. */
export interface IdentityTable {
  id: Id
  issuer: string
  sub: string
  user_id: string
  /** Id of the provider in the settings. */
  provider: string
  /** Which provider of a federation answered for the person. */
  idp_id: string | null
  siret: string | null
  /** The address that the provider gave last. */
  email: string
  /** The account administers because the provider says so: it stops when the provider says no more. */
  gave_admin: Generated<boolean>
  created_at: Timestamp
  last_seen_at: Timestamp
}

/** A person who left for a provider and has not come back yet. */
export interface SignInRequestTable {
  /** SHA-256 of the state. */
  state_hash: string
  provider: string
  nonce: string
  /** Null for a provider that takes no PKCE. */
  code_verifier: string | null
  browser_secret_hash: string
  return_path: string
  expires_at: Timestamp
}

/** An identity that waits for the proof that the account of its address is the same person's. */
export interface IdentityLinkTable {
  ticket_hash: string
  user_id: string
  proof: 'code' | 'password'
  code_hash: string | null
  browser_secret_hash: string
  provider: string
  /** What the provider said, sealed. */
  arrival: string
  return_path: string
  attempts: Generated<number>
  expires_at: Timestamp
}

/** What an application of codes and the server both know; it counts once it is confirmed by a first code. */
export interface SecondFactorTable {
  user_id: string
  /** The key, sealed. */
  secret: string
  /** The last step of 30 s whose code served: none serves twice. */
  last_step: Generated<number>
  created_at: Timestamp
  confirmed_at: NullableTimestamp
}

/** A key that a device or a password manager holds for an account (WebAuthn). */
export interface PasskeyTable {
  id: Id
  user_id: string
  /** Base64url, as the browser writes it. */
  credential_id: string
  /** The host name that it was made for: it serves under no other. */
  rp_id: string
  /** COSE, base64url. */
  public_key: string
  /** Of signatures, as the device counts; 0 where it does not. */
  counter: number
  transports: string[]
  name: string
  created_at: Timestamp
  last_used_at: NullableTimestamp
}

/** What a key is asked to sign, once. */
export interface PasskeyChallengeTable {
  /** SHA-256. */
  challenge_hash: string
  purpose: 'create' | 'prove' | 'sign_in'
  /** Null: whoever signs in. */
  user_id: string | null
  expires_at: Timestamp
}

export interface RecoveryCodeTable {
  user_id: string
  /** SHA-256. */
  code_hash: string
}

/** A token of back-channel logout that was obeyed: it serves once. */
export interface LogoutTokenTable {
  issuer: string
  jti: string
  expires_at: Timestamp
}

/** A registration whose address is not proved yet: no account. */
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

/** A password or an address that changed, by whose hand. For its person. */
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

/** Counters of attempts, shared by all instances. What the columns mean depends on the kind of counter (features/auth/throttle). */
export interface ThrottleTable {
  key: string
  count: Generated<number>
  /** From this instant on, the row says nothing any more. */
  ends_at: Timestamp
  /** Replies that a person has running, as «writer:place»; those of a dead writer count no more. */
  running: Generated<string[]>
}
