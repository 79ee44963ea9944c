import { accounts } from './2026-11-21-accounts.ts'
import { catalogue } from './2026-11-21-catalogue.ts'
import { conversations } from './2026-11-21-conversations.ts'
import { library } from './2026-11-21-library.ts'
import { assistantVersions } from './2026-11-22-assistant-versions.ts'
import { opinions } from './2026-11-23-opinions.ts'
import { conversationSearch } from './2026-11-24-conversation-search.ts'
import { vectors } from './2026-11-24-vectors.ts'
import { conversationsAtHand } from './2026-11-25-conversations-at-hand.ts'
import { filesAtWork } from './2026-11-25-files-at-work.ts'
import { messageVersions } from './2026-11-25-message-versions.ts'
import { sendingKey } from './2026-11-25-sending-key.ts'
import { starredAssistants } from './2026-11-25-starred-assistants.ts'
import { starters } from './2026-11-25-starters.ts'
import { toldChanges } from './2026-11-25-told-changes.ts'
import { toldFiles } from './2026-11-25-told-files.ts'
import { steering } from './2026-11-25-steering.ts'
import { supportingDocuments } from './2026-11-25-supporting-documents.ts'
import { categories } from './2026-11-26-categories.ts'
import { identities } from './2026-11-26-identities.ts'
import { secondFactors } from './2026-11-26-second-factors.ts'
import { services } from './2026-11-26-services.ts'
import { sharedProjects } from './2026-11-26-shared-projects.ts'
import { sharesSeen } from './2026-11-26-shares-seen.ts'
import { shares } from './2026-11-26-shares.ts'
import { signInKeys } from './2026-11-26-sign-in-keys.ts'
import { usage } from './2026-11-26-usage.ts'
import { usersAssistants } from './2026-11-26-users-assistants.ts'
import { usersProjects } from './2026-11-26-users-projects.ts'
import { whatIsUsed } from './2026-11-26-what-is-used.ts'
import { whatWasUsed } from './2026-11-26-what-was-used.ts'
import { whoseActs } from './2026-11-26-whose-acts.ts'
import { withoutHolder } from './2026-11-26-without-holder.ts'
import { withoutPassages } from './2026-11-26-without-passages.ts'
import { liftedHolds } from './2026-11-27-lifted-holds.ts'
import { letterheads } from './2026-11-27-letterheads.ts'
import { uploadKey } from './2026-11-27-upload-key.ts'
import { removedIdentities } from './2026-11-28-removed-identities.ts'
import { rights } from './2026-11-28-rights.ts'
import { conversationPrompt } from './2026-11-29-conversation-prompt.ts'
import { invisibleCharacters } from './2026-11-29-invisible-characters.ts'
import { messageFallback } from './2026-11-29-message-fallback.ts'
import { sourceDates } from './2026-12-18-source-dates.ts'
import { searchAlone } from './2026-11-30-search-alone.ts'
import { instances } from './2026-12-01-instances.ts'
import { audit } from './2026-12-02-audit.ts'
import { shownMessages } from './2026-12-03-shown-messages.ts'
import { nextJob } from './2026-12-04-next-job.ts'
import { consumption } from './2026-12-05-consumption.ts'
import { fullReading } from './2026-12-06-full-reading.ts'
import { conversationDocuments } from './2026-12-07-conversation-documents.ts'
import { readingTurns } from './2026-12-08-reading-turns.ts'
import { messageWords } from './2026-12-09-message-words.ts'
import { pagedLists } from './2026-12-09-paged-lists.ts'
import { quotas } from './2026-12-09-quotas.ts'
import { strongAdministrators } from './2026-12-10-strong-administrators.ts'
import { accountChanges } from './2026-12-11-account-changes.ts'
import { addressProofs } from './2026-12-11-address-proofs.ts'
import { formerSignIn } from './2026-12-11-former-sign-in.ts'
import { invitations } from './2026-12-11-invitations.ts'
import { promptUse } from './2026-12-13-prompt-use.ts'
import { pagedDocuments } from './2026-12-14-paged-documents.ts'
import { shownWords } from './2026-12-16-shown-words.ts'
import { jobOrder } from './2026-12-17-job-order.ts'
import { nameOrder } from './2026-12-17-name-order.ts'
import { usersPrompts } from './2026-11-25-users-prompts.ts'
import { whoAnswered } from './2026-11-25-who-answered.ts'
import { wordsByConversation } from './2026-11-25-words-by-conversation.ts'
import { schemaComments } from './0070-schema-comments.ts'
import { newsSeen } from './2026-12-18-news-seen.ts'
import { assistantFiles } from './0071-assistant-files.ts'
import { messageNotices } from './0072-message-notices.ts'
import { quotasOfTheCaller } from './0073-quotas-of-the-caller.ts'
import { modelLevels } from './0074-model-levels.ts'
import { generationTime } from './0075-generation-time.ts'
import { apiKeys } from './0076-api-keys.ts'
import { levelOfReplies } from './0077-level-of-replies.ts'
import { replyImages } from './0078-reply-images.ts'
import { assistantTests } from './0081-assistant-tests.ts'
import { corpora } from './0082-corpora.ts'
import { corpusSignature } from './0083-corpus-signature.ts'
import { changesOfDay } from './0084-changes-of-day.ts'
import { corpusSearch } from './0085-corpus-search.ts'
import { writtenDocuments } from './0086-written-documents.ts'
import { corpusProgress } from './0087-corpus-progress.ts'
import { changedCitations } from './0088-changed-citations.ts'
import { writtenRetention } from './0089-written-retention.ts'
import { charter } from './0090-charter.ts'
import { literacy } from './0091-literacy.ts'
import { maskingLabels } from './0092-masking.ts'
import { register } from './0093-register.ts'
import { textReviews } from './0094-text-reviews.ts'
import { writerOutbox } from './0095-writer-outbox.ts'
import { retrievalChanges } from './0096-retrieval-changes.ts'
import { files } from './0097-files.ts'
import { fileStore } from './0098-file-store.ts'
import { expectedModel } from './0079-expected-model.ts'
import { documentsInForce } from './0080-documents-in-force.ts'

/**
 * Migrations in the order in which they are applied. Never edit one that has landed: add another at the end. From the 70th on, the name
 * begins with the position in this list. The former names are dates, given in advance up to 2026-12-17: databases know them.
 */
export const migrations = [
  accounts,
  catalogue,
  conversations,
  library,
  assistantVersions,
  opinions,
  conversationSearch,
  vectors,
  steering,
  categories,
  letterheads,
  rights,
  conversationPrompt,
  searchAlone,
  instances,
  audit,
  shownMessages,
  nextJob,
  consumption,
  fullReading,
  conversationDocuments,
  readingTurns,
  messageWords,
  pagedLists,
  quotas,
  strongAdministrators,
  accountChanges,
  addressProofs,
  formerSignIn,
  invitations,
  promptUse,
  pagedDocuments,
  shownWords,
  jobOrder,
  nameOrder,
  conversationsAtHand,
  filesAtWork,
  messageVersions,
  sendingKey,
  starredAssistants,
  starters,
  supportingDocuments,
  toldChanges,
  toldFiles,
  usersPrompts,
  whoAnswered,
  wordsByConversation,
  identities,
  secondFactors,
  services,
  sharedProjects,
  shares,
  sharesSeen,
  signInKeys,
  usage,
  usersAssistants,
  usersProjects,
  whatIsUsed,
  whatWasUsed,
  whoseActs,
  withoutHolder,
  withoutPassages,
  liftedHolds,
  uploadKey,
  removedIdentities,
  invisibleCharacters,
  messageFallback,
  newsSeen,
  sourceDates,
  schemaComments,
  assistantFiles,
  messageNotices,
  quotasOfTheCaller,
  modelLevels,
  generationTime,
  apiKeys,
  levelOfReplies,
  replyImages,
  expectedModel,
  documentsInForce,
  assistantTests,
  corpora,
  corpusSignature,
  changesOfDay,
  corpusSearch,
  writtenDocuments,
  corpusProgress,
  changedCitations,
  writtenRetention,
  charter,
  literacy,
  maskingLabels,
  register,
  textReviews,
  writerOutbox,
  retrievalChanges,
  files,
  fileStore,
] as const
