import type { ChangedCitationTable, CorpusArticleTable, CorpusChangeTable, CorpusCodeTable, CorpusImportTable, CorpusVersionTable } from './corpora.ts'
import type { Kysely } from 'kysely'
import type { CharterAcceptanceTable, CharterVersionTable, LiteracyCompletionTable, RegisterEntryTable, TextReviewTable } from './governance.ts'
import type {
  AccountChangeTable,
  ApiKeyTable,
  AppUserTable,
  IdentityLinkTable,
  IdentityTable,
  LogoutTokenTable,
  PasskeyChallengeTable,
  PasskeyTable,
  PasswordResetTable,
  RecoveryCodeTable,
  RegistrationTable,
  SecondFactorTable,
  SessionTable,
  SignInRequestTable,
  ThrottleTable,
} from './accounts.ts'
import type { AssistantTestAnswerTable, AssistantTestCaseTable, AssistantTestRunTable } from './assistant-tests.ts'
import type {
  AuditEventTable,
  AuditHeadTable,
  AuditPersonTable,
  AnnouncementTable,
  RecentErrorTable,
  LetterheadTable,
  ErasureTable,
  LegalHoldTable,
  PurgeProofTable,
  RetentionRuleTable,
} from './administration.ts'
import type {
  AssistantCategoryTable,
  AssistantDocumentCategoryTable,
  AssistantDocumentTable,
  AssistantFavoriteTable,
  AssistantProposalTable,
  AssistantTable,
  AssistantVersionTable,
  PersonalPromptTable,
  ProjectAuthorTable,
  ProjectTable,
  PromptTable,
} from './catalogue.ts'
import type {
  ConversationChangeTable,
  ConversationDocumentTable,
  ConversationTable,
  HoldingTable,
  MaskingChoiceTable,
  MaskingLabelTable,
  MessageTable,
  MessageToIndexTable,
  MessageWordTable,
  ProjectDocumentTable,
  ReplyChunkTable,
  WriterTable,
  FullReadingPartTable,
  FullReadingTable,
} from './conversations.ts'
import type {
  DocumentCategoryAliasTable,
  DocumentCategoryTable,
  DocumentPageTable,
  DocumentTable,
  FileStoreTable,
  JobTable,
  ReadingTimeTable,
  RecognisedPageTable,
  SearchTables,
} from './library.ts'
import type {
  ConversationShareCopyTable,
  ConversationShareMessageTable,
  ConversationShareSeenTable,
  ConversationShareSubjectTable,
  ConversationShareTable,
} from './shares.ts'
import type { AccessGrantTable, TeamMemberTable, TeamTable } from './teams.ts'
import type { TokenLimitTable, UsageBacklogGoneTable, UsageBacklogTable, UsageEntryTable, UsageMonthTable, UsageRunningTable } from './usage.ts'
import type { WrittenDocumentProposalTable, WrittenDocumentRequestTable, WrittenDocumentTable, WrittenDocumentVersionTable } from './written-documents.ts'

/** Database connection pool or transaction. */
export type Db = Kysely<Schema>

/** Tables of the database, as Kysely types. */
export interface Schema extends SearchTables {
  app_user: AppUserTable
  session: SessionTable
  password_reset: PasswordResetTable
  throttle: ThrottleTable
  account_change: AccountChangeTable
  registration: RegistrationTable
  identity: IdentityTable
  identity_link: IdentityLinkTable
  sign_in_request: SignInRequestTable
  logout_token: LogoutTokenTable
  second_factor: SecondFactorTable
  recovery_code: RecoveryCodeTable
  team: TeamTable
  team_member: TeamMemberTable
  access_grant: AccessGrantTable
  api_key: ApiKeyTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  assistant_category: AssistantCategoryTable
  assistant: AssistantTable
  assistant_proposal: AssistantProposalTable
  assistant_version: AssistantVersionTable
  assistant_document_category: AssistantDocumentCategoryTable
  assistant_document: AssistantDocumentTable
  assistant_favorite: AssistantFavoriteTable
  assistant_test_case: AssistantTestCaseTable
  assistant_test_run: AssistantTestRunTable
  assistant_test_answer: AssistantTestAnswerTable
  prompt: PromptTable
  personal_prompt: PersonalPromptTable
  project: ProjectTable
  project_author: ProjectAuthorTable
  project_document: ProjectDocumentTable
  conversation: ConversationTable
  conversation_document: ConversationDocumentTable
  conversation_change: ConversationChangeTable
  message: MessageTable
  message_word: MessageWordTable
  message_to_index: MessageToIndexTable
  holding: HoldingTable
  usage_entry: UsageEntryTable
  usage_running: UsageRunningTable
  usage_month: UsageMonthTable
  usage_backlog: UsageBacklogTable
  usage_backlog_gone: UsageBacklogGoneTable
  token_limit: TokenLimitTable
  conversation_share: ConversationShareTable
  conversation_share_subject: ConversationShareSubjectTable
  conversation_share_message: ConversationShareMessageTable
  conversation_share_copy: ConversationShareCopyTable
  conversation_share_seen: ConversationShareSeenTable
  reply_chunk: ReplyChunkTable
  masking_label: MaskingLabelTable
  masking_choice: MaskingChoiceTable
  writer: WriterTable
  document_category: DocumentCategoryTable
  document_category_alias: DocumentCategoryAliasTable
  document: DocumentTable
  file_store: FileStoreTable
  document_page: DocumentPageTable
  job: JobTable
  recognised_page: RecognisedPageTable
  reading_time: ReadingTimeTable
  letterhead: LetterheadTable
  corpus_import: CorpusImportTable
  corpus_code: CorpusCodeTable
  corpus_article: CorpusArticleTable
  corpus_version: CorpusVersionTable
  corpus_change: CorpusChangeTable
  changed_citation: ChangedCitationTable
  full_reading: FullReadingTable
  full_reading_part: FullReadingPartTable
  announcement: AnnouncementTable
  charter_version: CharterVersionTable
  charter_acceptance: CharterAcceptanceTable
  literacy_completion: LiteracyCompletionTable
  register_entry: RegisterEntryTable
  text_review: TextReviewTable
  recent_error: RecentErrorTable
  retention_rule: RetentionRuleTable
  legal_hold: LegalHoldTable
  purge_proof: PurgeProofTable
  erasure: ErasureTable
  audit_event: AuditEventTable
  audit_head: AuditHeadTable
  audit_person: AuditPersonTable
  written_document: WrittenDocumentTable
  written_document_version: WrittenDocumentVersionTable
  written_document_request: WrittenDocumentRequestTable
  written_document_proposal: WrittenDocumentProposalTable
}
