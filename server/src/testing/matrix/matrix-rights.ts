/**
 * Callers of the matrix. `anonymous`: nobody. `disabled`: deactivated while holding tokens. `other`: an unrelated person B, who manages a team of their
 * own. `member`, `manager`: of a team with `use` grants on A's things. `reader`: a personal `use` grant. `writer`, `writers`: an `edit` grant, personal or
 * through a team. `keeper`, `keepers`: a `manage` grant, likewise. `admin`: an administrator Z. `owner`: A.
 */
export type MatrixCaller =
  | 'anonymous'
  | 'disabled'
  | 'other'
  | 'member'
  | 'manager'
  | 'reader'
  | 'writer'
  | 'writers'
  | 'keeper'
  | 'keepers'
  | 'admin'
  | 'owner'

/** Levels of a person's right on a thing, each including the previous ones. `own`: the person owns it. */
const levels = ['none', 'use', 'edit', 'manage', 'own'] as const
type Level = (typeof levels)[number]

/** Minimum level for an action. `admin`: administrators may always do it. */
type RightAction = {
  from: Level
  admin?: true
  /** Status for people who know of the thing but may not do this; omitted: the thing counts as missing. */
  refusal?: 403
  /** The thing is identified by a name that anybody can type: people without any right are refused too. */
  refusesStrangers?: true
}
type Rights = { held: Partial<Record<MatrixCaller, Level>>; acts: Record<string, RightAction> }

/** Grants given on most things, to a team and to single people. */
const users = { member: 'use', manager: 'use', reader: 'use' } as const
const given = { ...users, writer: 'edit', writers: 'edit' } as const
const managers = { keeper: 'manage', keepers: 'manage' } as const

/**
 * Kinds of shared things: the level of each caller on them, and the level that each action needs (decisions 0039, 0040 and 0041). For callers without a
 * level the thing does not exist.
 */
export const rights = {
  project: {
    held: { ...given, ...managers, owner: 'own' },
    acts: {
      read: { from: 'use' },
      write: { from: 'edit', refusal: 403 },
      archive: { from: 'manage', refusal: 403 },
      open: { from: 'manage' },
      end: { from: 'own', refusal: 403 },
    },
  },
  // Belongs to the organisation; A may use it as a team member.
  assistant: {
    held: { ...given, owner: 'use' },
    acts: {
      use: { from: 'use', admin: true },
      write: { from: 'edit' },
      test: { from: 'edit', admin: true },
      open: { from: 'own', admin: true },
      end: { from: 'own' },
    },
  },
  // Belongs to A, who shares it.
  ownAssistant: {
    held: { ...given, owner: 'own' },
    acts: { use: { from: 'use', admin: true }, write: { from: 'edit' }, open: { from: 'own' }, end: { from: 'own' } },
  },
  // Made by A to the team of « member » and « manager ».
  proposal: { held: { member: 'none', manager: 'manage' }, acts: { decide: { from: 'manage', admin: true } } },
  // Administrators decide who reads, and may not read more than others.
  category: {
    held: { ...given, owner: 'use' },
    acts: { ask: { from: 'use' }, fill: { from: 'edit', refusal: 403, refusesStrangers: true }, open: { from: 'own', admin: true } },
  },
  // In a category shared in this way; A uploaded it.
  document: { held: { ...given, owner: 'edit' }, acts: { read: { from: 'use' }, write: { from: 'edit', refusal: 403 }, attach: { from: 'own' } } },
  // In a project of A, who owns its files.
  projectFile: { held: { ...given, ...managers, owner: 'own' }, acts: { read: { from: 'use' }, write: { from: 'own', refusal: 403 } } },
  // In an assistant of A, which is shared.
  assistantFile: { held: { ...given, owner: 'own' }, acts: { read: { from: 'use' }, write: { from: 'own', refusal: 403 } } },
  // Administrators manage library prompts and may use them all; the list of choices has only granted ones.
  prompt: { held: { ...users, owner: 'use' }, acts: { choose: { from: 'use' }, use: { from: 'use', admin: true }, open: { from: 'own', admin: true } } },
  // Belongs to A, who shares it.
  writtenDocument: {
    held: { ...given, owner: 'own' },
    acts: { read: { from: 'use' }, write: { from: 'edit', refusal: 403 }, open: { from: 'own' }, end: { from: 'own', refusal: 403 } },
  },
  // Share of a conversation of A.
  share: { held: { ...users, owner: 'own' }, acts: { read: { from: 'use' }, end: { from: 'own' } } },
  team: { held: { member: 'use', manager: 'manage' }, acts: { know: { from: 'use', admin: true }, fill: { from: 'manage', refusal: 403, admin: true } } },
} as const satisfies Record<string, Rights>

export type SharedKind = keyof typeof rights
export type ActionOn<K extends SharedKind> = keyof (typeof rights)[K]['acts'] & string

/** Lists the callers with a level on this kind of thing. */
export const holders = (kind: SharedKind): MatrixCaller[] => Object.keys(rights[kind].held) as MatrixCaller[]

/** Returns what the table lets this caller do; `hidden`: the thing does not exist for them. */
export function allows(kind: SharedKind, act: string, who: MatrixCaller): 'yes' | 'hidden' | 403 {
  const { held, acts } = rights[kind] as Rights
  const { from, admin, refusal = 'hidden', refusesStrangers } = acts[act]!
  const level = held[who] ?? 'none'
  if ((who === 'admin' && admin) || levels.indexOf(level) >= levels.indexOf(from)) return 'yes'
  return level === 'none' && !refusesStrangers ? 'hidden' : refusal
}
