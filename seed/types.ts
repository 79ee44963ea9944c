import type { IconName } from '@parvis/contract'

export type SeedCategory = { slug: string; name: string; icon: IconName }

/** `category` is the slug of a `SeedCategory`; `prompt_content` is readable by every signed-in user. */
export type SeedAssistant = {
  slug: string
  name: string
  description: string
  category: string
  icon: IconName
  prompt_content: string
  /** Questions to begin with. */
  starters: string[]
  /** Categories of documents that it asks, by name; none for most. */
  documents?: string[]
}

export type SeedPrompt = {
  slug: string
  name: string
  content: string
  /** What an address of the simple chatbot means by it. */ chatbot_use?: 'standard' | 'specialised'
}

/** `content` is what the assistant is given when a conversation is tied to the project. */
export type SeedProject = { slug: string; name: string; description: string; content: string }

/** Answer to a question that an assistant proposes (`starter`, word for word), in Markdown with slots `{{fact|description}}`. */
export type SeedExample = { starter: string; text: string }

export type SeedCatalogue = {
  categories: SeedCategory[]
  assistants: SeedAssistant[]
  prompts: SeedPrompt[]
  projects: SeedProject[]
}
