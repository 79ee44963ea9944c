import type { Who } from './matrix-world.ts'

/** What a person holds on a thing; each holds those before it. `own`: it is theirs. */
const levels = ['none', 'use', 'edit', 'manage', 'own'] as const
type Level = (typeof levels)[number]

/** Who may do something: from this level on, and administrators, whatever they hold, where it says so. */
type Act = {
  from: Level
  admin?: true
  /** What those are answered who know of the thing and may not; as if it did not exist, without it. */
  refusal?: 403
  /** Its name is everybody's to type: a stranger is refused, too. */
  refusesStrangers?: true
}
type Rights = { held: Partial<Record<Who, Level>>; acts: Record<string, Act> }

/** What is given on most things: to a service and to people by themselves. */
const users = { member: 'use', manager: 'use', reader: 'use' } as const
const given = { ...users, writer: 'edit', writers: 'edit' } as const
const managers = { keeper: 'manage', keepers: 'manage' } as const

/**
 * What rights open, what each caller holds on it, and what that lets them do (decisions 0039, 0040 and 0041). Whatever a caller of this list
 * does not hold is not there for them.
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
  // The organisation's; A uses it as a member.
  assistant: {
    held: { ...given, owner: 'use' },
    acts: { use: { from: 'use', admin: true }, write: { from: 'edit' }, open: { from: 'own', admin: true }, end: { from: 'own' } },
  },
  // A's, given to others.
  ownAssistant: {
    held: { ...given, owner: 'own' },
    acts: { use: { from: 'use', admin: true }, write: { from: 'edit' }, open: { from: 'own' }, end: { from: 'own' } },
  },
  // Of A, to the service of « member » and « manager ».
  proposal: { held: { member: 'none', manager: 'manage' }, acts: { decide: { from: 'manage', admin: true } } },
  // Administrators decide who reads, and do not read more than others.
  category: {
    held: { ...given, owner: 'use' },
    acts: { ask: { from: 'use' }, fill: { from: 'edit', refusal: 403, refusesStrangers: true }, open: { from: 'own', admin: true } },
  },
  // In such a category; A uploaded it.
  document: { held: { ...given, owner: 'edit' }, acts: { read: { from: 'use' }, write: { from: 'edit', refusal: 403 }, attach: { from: 'own' } } },
  // Of a project of A, who owns what it holds.
  projectFile: { held: { ...given, ...managers, owner: 'own' }, acts: { read: { from: 'use' }, write: { from: 'own', refusal: 403 } } },
  // Of an assistant of A that is given to others.
  assistantFile: { held: { ...given, owner: 'own' }, acts: { read: { from: 'use' }, write: { from: 'own', refusal: 403 } } },
  // An administrator keeps it, and may use it; what is offered is what was given.
  prompt: { held: { ...users, owner: 'use' }, acts: { choose: { from: 'use' }, use: { from: 'use', admin: true }, open: { from: 'own', admin: true } } },
  // Of a conversation of A.
  share: { held: { ...users, owner: 'own' }, acts: { read: { from: 'use' }, end: { from: 'own' } } },
  team: { held: { member: 'use', manager: 'manage' }, acts: { know: { from: 'use', admin: true }, fill: { from: 'manage', refusal: 403, admin: true } } },
} as const satisfies Record<string, Rights>

export type Kind = keyof typeof rights
export type ActOn<K extends Kind> = keyof (typeof rights)[K]['acts'] & string

/** Everybody who holds something on this kind of thing. */
export const holders = (kind: Kind): Who[] => Object.keys(rights[kind].held) as Who[]

/** What the table lets this caller do; `hidden`: the thing is not there for them. */
export function allows(kind: Kind, act: string, who: Who): 'yes' | 'hidden' | 403 {
  const { held, acts } = rights[kind] as Rights
  const { from, admin, refusal = 'hidden', refusesStrangers } = acts[act]!
  const level = held[who] ?? 'none'
  if ((who === 'admin' && admin) || levels.indexOf(level) >= levels.indexOf(from)) return 'yes'
  return level === 'none' && !refusesStrangers ? 'hidden' : refusal
}
