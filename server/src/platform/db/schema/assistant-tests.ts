import type { ModelLevel, ModelReason, Source, TestCaseContent, TestCheck, TestRunStatus } from '@parvis/contract'
import type { ColumnType, Generated } from 'kysely'
import type { DefaultTimestamp, Id, NullableTimestamp } from './columns.ts'

/** JSON column: read as a value, written as text. */
type Json<T> = ColumnType<T, string, string>

/** Test case of an assistant. */
export interface AssistantTestCaseTable {
  id: Id
  assistant_id: string
  /** Person who wrote it last. Null: a pack, or a deleted account. */
  author_id: string | null
  content: Json<TestCaseContent>
  created_at: DefaultTimestamp
  updated_at: DefaultTimestamp
}

/** Case of a run, as it was when the run started. */
export type RunCase = { id: string; content: TestCaseContent }

/** Run of the test cases of an assistant. */
export interface AssistantTestRunTable {
  id: Id
  assistant_id: string
  /** Person who started it, with whose rights the documents are searched. */
  person_id: string
  status: Generated<TestRunStatus>
  /** Tested version; null for instructions that were not saved. */
  version: number | null
  prompt_content: string
  /** Ids of the document categories that are searched, sorted. */
  document_category_ids: string[]
  /** Version that the results are compared with, its instructions and its document categories; null: none. */
  compared_version: number | null
  compared_prompt: string | null
  compared_category_ids: string[] | null
  model_ids: string[]
  repeats: number
  judge: boolean
  cases: Json<RunCase[]>
  created_at: DefaultTimestamp
  finished_at: NullableTimestamp
}

/** Verdict of a model on the criterion of a case. `is_met`: null when it gave none. */
export type Judgement = { is_met: boolean | null; reason: string }

/** Answer of a run: to be obtained (`pending`), or written once. */
export interface AssistantTestAnswerTable {
  id: Id
  run_id: string
  position: number
  /** Answer of the version that the run is compared with. */
  is_compared: boolean
  case_id: string
  model_id: string
  repeat: number
  outcome: Generated<'pending' | 'passed' | 'failed' | 'error'>
  answer: Generated<string>
  sources: ColumnType<Source[], string | undefined, string>
  checks: ColumnType<TestCheck[], string | undefined, string>
  judgement: ColumnType<Judgement | null, string | null | undefined, string | null>
  model: string | null
  level: ModelLevel | null
  model_reason: ModelReason | null
  error_code: string | null
  prompt_tokens: Generated<number>
  completion_tokens: Generated<number>
  /** Copied from an earlier run. */
  is_reused: Generated<boolean>
}
