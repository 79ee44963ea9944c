import { expect, it } from 'vitest'
import { constants, defaultDocumentCategory, defaultSystemPrompt, storageKeys } from './constants.ts'
import { defaultIcon } from './icons.ts'
import { errorCatalogue } from './errors.ts'

it('has the values of the specification (chapter 9)', () => {
  expect(constants).toEqual({
    initialLoaderMs: 600,
    pageTransitionMs: 300,
    currentUserThrottleMs: 5_000,
    promptPreviewLength: 40,
    promptListStaggerMs: 50,
    passwordMinLength: 6,
    usersPerPage: 10,
    composerMinHeight: 40,
    composerMaxHeight: 120,
    focusAfterReplyMs: 100,
    copyConfirmationMs: 2_000,
    savedBannerMs: 2_000,
    documentNoticeMs: 5_000,
    sessionExpiredRedirectMs: 2_000,
    passwordResetRedirectMs: 3_000,
    conversationSearchDebounceMs: 300,
    conversationTitleLength: 80,
    relativeDateDays: 7,
    uploadTickMs: 300,
    uploadTickPercent: 10,
    uploadStartPercent: 10,
    uploadBeforeSendPercent: 30,
    uploadResetMs: 3_000,
    librarySummaryFiles: 3,
    documentQuestionDelayMs: 1_000,
    promptListDelayMs: 800,
  })
  expect(storageKeys).toEqual({ access: 'accessToken', refresh: 'refreshToken' })
  expect([defaultIcon, defaultDocumentCategory, defaultSystemPrompt]).toEqual(['FileText', 'Notes internes', 'Vous êtes un assistant IA utile.'])
})

it('writes its refusals as French is typeset: no line begins with a sign', () => {
  for (const [code, [, sentence]] of Object.entries(errorCatalogue)) expect(sentence, code).not.toMatch(/ [:;!?»]|« /)
})
