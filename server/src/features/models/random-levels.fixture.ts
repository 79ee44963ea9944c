import type { ModelLevel, RewriteStyle } from '@parvis/contract'
import type { TestUser } from '../../testing/test-users.ts'
import type { LevelsBench } from '../../testing/levels-bench.ts'

/** Pseudo-random generator (mulberry32). */
export function createDice(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    below: (count: number) => Math.floor(next() * count),
    one: <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)]!,
    chance: (share: number) => next() < share,
    level: () => (1 + Math.floor(next() * 3)) as ModelLevel,
  }
}

type Leveled = { id: string; level: ModelLevel }
export type Category = Leveled & { name: string }
export type TestAssistant = Leveled & { categories: Category[] }
export type TestProject = Leveled
/** Document. `holders`: what else gives it a level. */
export type TestDocument = Leveled & { holders: Leveled[] }
export type TestConversation = {
  /** Empty for calls that save nothing. */
  id: string
  user: TestUser
  assistant: TestAssistant | null
  project: TestProject | null
  library: Category | null
  files: TestDocument[]
  isConfidential: boolean
  /** Whether a question has a canary, which the mark protects. */
  hasSecret: boolean
  /** Lowest level at which each canary was quoted in a reply. */
  quoted: Map<string, number>
  /** Highest level of all that the conversation could ever read. */
  ceiling: number
}

export const rewriteStyles: RewriteStyle[] = ['shorter', 'simpler', 'formal', 'table']
export const emptyConversation = { project: null, files: [] as TestDocument[], isConfidential: false, hasSecret: false, ceiling: 1 }

export const topics = ['piscine', 'cimetière', 'cantine', 'voirie', 'marché', 'bibliothèque', 'crèche', 'stade']
/** Returns the text of a reply sent as events. */
export const textOf = (events: string) =>
  [...events.matchAll(/^event: delta\ndata: (.*)$/gm)].map(([, data]) => (JSON.parse(data!) as { text: string }).text).join('')
export const max = (...levels: number[]) => Math.max(1, ...levels)
export const levelOf = ({ level, holders }: TestDocument) => max(level, ...holders.map((holder) => holder.level))

/** Raises the ceiling of a conversation to the level of what it may read now. */
export const reach = (conversation: TestConversation): void => {
  const { assistant, project, library, files, isConfidential } = conversation
  const searched = [...(library === null ? [] : [library]), ...(assistant?.categories ?? [])]
  conversation.ceiling = max(
    conversation.ceiling,
    assistant?.level ?? 1,
    project?.level ?? 1,
    isConfidential ? 3 : 1,
    ...searched.map(({ level }) => level),
    ...files.map(levelOf),
  )
}

/** Creates the detector of texts that reach a server below their level. A canary is a sentence number that only one source text has. */
export function createLeakDetector({ app, servers, embeddings, transcription }: LevelsBench) {
  const { embeddings: settings } = app.context.config
  const embeddingsLevel = settings.kind === 'openai' ? settings.level : 3
  /** Current level of the source of each canary. */
  const canaries = new Map<string, () => number>()
  const levelOfCanary = (canary: string) => canaries.get(canary)?.() ?? 3
  const found = { requests: 0, vectors: 0, sounds: 0, completions: 0, answered: 0, refused: 0, down: 0, full: 0, continued: 0 }
  const leaks: string[] = []
  const seen = new Map(servers.map((server) => [server, 0]))
  let [seenVectors, seenSounds] = [0, 0]
  return {
    /** Counts of what happened. */
    found,
    leaks,
    levelOfCanary,
    /** Creates a canary. @param level returns the level of its source at the time of the call */
    newCanary(level: () => number): string {
      const canary = `FAIT-${canaries.size + 10_001}`
      canaries.set(canary, level)
      return canary
    },
    /** Checks the requests received since the last call. @param quoted canaries in the replies of the conversation, with their levels when they were quoted */
    check(what: string, quoted: ReadonlyMap<string, number> = new Map()): void {
      for (const server of servers) {
        for (const { body } of server.requests.slice(seen.get(server))) {
          found.requests += 1
          for (const { role, content } of body.messages ?? [])
            for (const [canary] of content.matchAll(/FAIT-\d+/g)) {
              const needed = (role === 'system' ? undefined : quoted.get(canary)) ?? levelOfCanary(canary)
              if (needed > server.level) leaks.push(`${what}: ${canary} of level ${needed} in the ${role} of a request to level ${server.level}`)
            }
        }
        seen.set(server, server.requests.length)
      }
      for (const text of embeddings.requests.slice(seenVectors).flatMap(({ input }) => input)) {
        found.vectors += 1
        for (const [canary] of text.matchAll(/FAIT-\d+/g)) if (levelOfCanary(canary) > embeddingsLevel) leaks.push(`${what}: ${canary} sent for its vector`)
      }
      seenVectors = embeddings.requests.length
      for (const { sound } of transcription.requests.slice(seenSounds)) {
        for (const [canary] of sound.toString('latin1').matchAll(/FAIT-\d+/g))
          if (levelOfCanary(canary) > app.context.transcription!.level) leaks.push(`${what}: ${canary} sent as sound`)
      }
      seenSounds = transcription.requests.length
    },
  }
}
