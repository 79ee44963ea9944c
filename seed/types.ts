import type { IconName } from '@parvis/contract'

export type SeedCategory = { slug: string; name: string; icon: IconName }

/** A demonstration assistant. `category`: slug of a `SeedCategory`. `prompt_content`: readable by every signed-in user. */
export type SeedAssistant = {
  slug: string
  name: string
  description: string
  category: string
  icon: IconName
  prompt_content: string
  /** Questions to begin with. */
  starters: string[]
  /** Names of the document categories that it queries; none for most assistants. */
  documents?: string[]
}

export type SeedPrompt = {
  slug: string
  name: string
  content: string
  /** Prompt that the simple chatbot uses, by the value in its address. */ chatbot_use?: 'standard' | 'specialised'
}

/** A demonstration project. `content` is given to the assistant in conversations attached to the project. */
export type SeedProject = { slug: string; name: string; description: string; content: string }

/** Answer to a question suggested by an assistant (`starter`, word for word), in Markdown with slots `{{fact|description}}`. */
export type SeedExample = { starter: string; text: string }

export type SeedCatalogue = {
  categories: SeedCategory[]
  assistants: SeedAssistant[]
  prompts: SeedPrompt[]
  projects: SeedProject[]
}
