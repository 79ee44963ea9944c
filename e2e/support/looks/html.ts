import { HtmlValidate } from 'html-validate'
import type { Page } from 'playwright-core'

// A browser serialises a live page differently from an author: rules of style are off, those of the standard are on.
const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-inline-style': 'off',
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    'doctype-style': 'off',
    'attr-quotes': 'off',
    'no-raw-characters': 'off',
    'long-title': 'off',
    'prefer-native-element': 'off',
    'require-sri': 'off',
    'script-type': 'off',
  },
})

/** Finds what the HTML standard refuses in the current page (trust case A11-03), one line each. */
export async function htmlProblems(page: Page): Promise<string[]> {
  const report = await validator.validateString(await page.content())
  return report.results.flatMap(({ messages }) => messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector ?? '?'})`))
}
