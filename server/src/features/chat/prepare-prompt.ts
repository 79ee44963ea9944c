import type { Day, ModelLevel, Profile, Source } from '@parvis/contract'
import type { LlmRequest } from '../../platform/llm/port.ts'
import type { MaskingScope } from '../../masking/types.ts'
import type { Context } from '../../context.ts'
import type { PreparedPrompt } from '../../replies/run.ts'
import type { Db } from '../../platform/db/schema/index.ts'
import type { FindGrounding, Grounding } from './grounding.ts'
import { resolveDays } from './in-force/request-days.ts'
import { reviewOpening } from './in-force/date-notices.ts'
import { fixedNotices, type PromptTurn } from './notices.ts'
import type { PromptFacts } from './prompt-facts.ts'
import { levelOfDocuments, maxLevel } from './request-level.ts'
import { encodePictures, listPictures, replyImages, selectPictures, withPictures } from './pictures/pictures.ts'
import { shareContext } from './share-context.ts'

type PromptParts = {
  owner_id: string
  /** Null when the conversation is not saved. */
  conversation_id: string | null
  /** System prompt: that of the assistant, with the person's and the project's data. */
  instructions: string
  /** Messages, oldest first; the last one is the question. */
  turns: readonly PromptTurn[]
  purpose: LlmRequest['purpose']
  /** Document category of the saved conversation. */
  library: string | null
  /** Ids of the document categories that the assistant searches. */
  assistant_categories: readonly string[]
  /** Ids of the files of the assistant that the person may search. */
  assistant_files: readonly string[]
  /** Ids of the documents of the conversation, and of its project. */
  files: readonly string[]
  project_files: readonly string[]
  profile: Profile | null
  /** Day that the request names, and that of the conversation; null: none. */
  as_of: Day | null
  requestedDay: Day | null
  /** Text and sources of the interrupted reply to continue; empty otherwise. */
  prefix: string
  previousSources: readonly Source[]
  masking: MaskingScope
} & ModelChoice

/** Minimum level without documents, that of the documents quoted in the history, and preferred model. */
type ModelChoice = Pick<PromptFacts, 'usual_level' | 'history_level' | 'preferred_model'>

/**
 * Composes the prompt within the context window: instructions, documents found by `ground`, history and question. Selects a model of
 * the level of everything in the prompt (docs/decisions).
 * @param shorterWindow context window in tokens, after the model rejected a longer prompt
 * @throws {LlmError} `llm.no_model_for_level`
 */
export async function preparePrompt(
  context: Context,
  { purpose, usual_level, history_level, preferred_model, requestedDay, masking: scope, ...parts }: PromptParts,
  ground: FindGrounding | null,
  signal: AbortSignal,
  shorterWindow?: number,
): Promise<PreparedPrompt> {
  const attached = parts.conversation_id === null || parts.files.length === 0 ? [] : await listPictures(context.db, parts.conversation_id)
  const pictures = selectPictures(attached)
  const pictureIds = pictures.map(({ document_id }) => document_id)
  const picturesLevel = await levelOfDocuments(context.db, pictureIds, 3)
  const level = maxLevel(usual_level, history_level, picturesLevel)
  const masking = context.masking.forRequest(scope)
  const needOf = (documentsLevel: ModelLevel) => ({ level: maxLevel(level, documentsLevel), usualLevel: usual_level, preferredId: preferred_model })
  const select = (documentsLevel: ModelLevel) => context.models.select({ ...needOf(documentsLevel), masking })
  // A document deleted since its text was read has an unknown level.
  const selectModel = async (documents: readonly string[]) => {
    await masking.readNames(documents)
    return select(await levelOfDocuments(context.db, documents, 3))
  }
  // Documents only raise the level, thus reduce the candidates: the window of these ones is never too large. After a rejection the client may know it better.
  const window = Math.min(context.models.expect(needOf(1)).contextTokens(), shorterWindow ?? Infinity)
  const { instructions } = parts
  const { first: isFirstReading, any: isAnyReading } = pictures.length === 0 ? noReading : context.models.expect(needOf(1)).readsImages
  const encoded = isAnyReading ? await encodePictures(context, pictures, window, signal) : []
  const turns = withPictures(parts.turns, encoded)
  const shares = shareContext({ window, instructions, turns, wantsDocuments: ground !== null })
  const grounding =
    ground === null
      ? null
      : await ground({
          ...parts,
          // Those that are not sent have their own notice.
          pictures: isFirstReading ? attached.map(({ document_id }) => document_id) : [],
          signal,
          ...resolveDays(context, { request: requestedDay, conversation: parts.as_of }, parts.turns),
          level,
          selectModel,
          isMasked: scope.mode === 'masquer',
          contextWindow: window,
          tokenBudget: shares.tokenBudget,
        })
  const composed = shares.compose(grounding?.context || null)
  if (grounding !== null) await masking.readNames(readDocumentIds(grounding))
  const documents_level = maxLevel(picturesLevel, await documentsLevel(context.db, grounding, parts.previousSources))
  const isSent = composed.messages.some((message) => message.images !== undefined)
  const images = attached.length === 0 ? null : replyImages(attached, isSent ? encoded : [], parts.turns)
  // A reply that is continued or rewritten keeps its first line.
  const openingNotices = parts.prefix === '' && grounding?.context ? reviewOpening(grounding.sources) : undefined
  return {
    ...composed,
    masking,
    ...(images !== null && { images }),
    // No model is called for a ready-made answer, even one that names documents above every model.
    llm: select(grounding?.answer === undefined ? documents_level : 1),
    need: { needed_level: maxLevel(level, documents_level), documents_level: maxLevel(history_level, documents_level) },
    notices: [...(shorterWindow === undefined ? [] : [fixedNotices.refused]), ...composed.notices, ...(grounding?.notices ?? [])],
    purpose: grounding !== null && grounding.sources.length > 0 ? 'library' : purpose,
    sources: grounding?.sources ?? [],
    ...(openingNotices && { openingNotices }),
    ...(grounding?.findSources && { findSources: grounding.findSources }),
    ...(grounding?.answer !== undefined && { answer: grounding.answer }),
    ...(grounding?.write && { write: grounding.write }),
  }
}

/** Returns the ids of the documents that a prompt has passages of. */
const readDocumentIds = ({ context, sources }: Grounding): string[] => (context === '' ? [] : [...new Set(sources.map(({ document_id }) => document_id))])

/** Returns the level of the documents in a prompt, and of those that its reply names. */
async function documentsLevel(db: Db, grounding: Grounding | null, previousSources: readonly Source[]): Promise<ModelLevel> {
  const sources = grounding?.sources ?? []
  // Without a context, the sources are those of an earlier reply, whose own level is that of the history.
  const [read, earlier] = grounding?.context ? [sources, previousSources] : [[], [...sources, ...previousSources]]
  const idsOf = (all: readonly Source[]) => all.map(({ document_id }) => document_id)
  return maxLevel(await levelOfDocuments(db, [...idsOf(read), ...(grounding?.documents ?? [])], 3), await levelOfDocuments(db, idsOf(earlier), 1))
}

const noReading = { first: false, any: false }
