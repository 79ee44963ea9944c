import type { Route } from '@parvis/contract'
import type { SharedKind, MatrixCaller } from './matrix-rights.ts'
import type { TestUser } from '../test-users.ts'
import type { TestApp } from '../test-app.ts'

export type Made = Promise<RouteSample> | RouteSample

export type MatrixPeople = Record<Exclude<MatrixCaller, 'anonymous'>, TestUser>

/** The application, the people, and functions that create A's things through the API. */
export type MatrixWorld = {
  app: TestApp
  people: MatrixPeople
  /** Creates a shared thing with the grants of the rights table. */
  thing(kind: SharedKind): Promise<SharedThing>
  /**
   * Creates something of this person's own for a call: an empty conversation, one with an exchange, an assistant, a project, a written document, a library document or a
   * private one. Uses B's for callers without an active account.
   */
  own(who: MatrixCaller, what: 'conversation' | 'exchange' | 'assistant' | 'project' | 'document' | 'upload' | 'writtenDocument'): Promise<string>
  /** Creates another person of the same kind, for calls that end the caller's session. */
  again(who: MatrixCaller): Promise<TestUser | null>
  project(): Promise<string>
  /** Adds a file to a project of A. */
  fileIn(project_id: string): Promise<{ id: string; document_id: string }>
  /** Adds a file to an assistant of A. */
  assistantFileIn(assistant_id: string): Promise<{ id: string; document_id: string }>
  /** Creates a conversation of A with a question and its complete reply. */
  conversation(question?: string): Promise<{ id: string; question_id: string; reply_id: string }>
  /** Starts a reply of A that the model never ends. */
  runningReply(): Promise<string>
  assistant(): Promise<string>
  prompt(): Promise<string>
  /** Creates a personal prompt of A. */
  personalPrompt(): Promise<string>
  /** Creates a draft assistant of A, not shared with anybody. */
  ownAssistant(name?: string): Promise<string>
  /** Creates a written document of A, not shared with anybody. */
  writtenDocument(title?: string): Promise<string>
  /** Uploads a private document of A. */
  privateDocument(): Promise<string>
  /** Creates a conversation of A about two of her private documents; `document_id` is one of them. */
  documentConversation(): Promise<{ id: string; document_id: string }>
  /** Uploads a library document as A. */
  sharedDocument(): Promise<string>
  /** Marks all documents as indexed, so that answers do not wait for their reading. */
  readDocuments(): Promise<void>
  category_id: string
  close(): Promise<void>
}

/** A shared thing, created for one call. */
export type SharedThing = {
  id: string
  /** Empty for a thing that is not identified by its name. */ name: string
  /** For a team: a member. */ user_id: string
  updated_at: string
}

/** Ids of the teams through which people have grants: that of « member » and « manager », that of « writers », that of « keepers ». */
export type MatrixTeams = { users: string; writers: string; keepers: string }

/** Parameters of a call that succeeds for whoever may make it. */
export type RouteSample = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown; form?: FormData; caller?: TestUser | null }

/** Expected access to a route beyond the contract's `access`: on whose thing the call is made, and the status that follows. */
export type AccessRule = {
  route: Route
  on: string
  make(world: MatrixWorld, who: MatrixCaller): Made
  /** Status for callers whom `access` lets in; by default the contract's. */
  success?: number
  /** Status by caller where ownership decides. Callers not listed get that of `other`. */
  owned?: Partial<Record<MatrixCaller, number>>
  /** For a shared thing: kind, action and call. The table of `matrix-rights.ts` says who may. */
  opened?: { kind: SharedKind; act: string; absent: number; call(thing: SharedThing, world: MatrixWorld, who: MatrixCaller): Made }
}
