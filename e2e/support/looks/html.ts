import { HtmlValidate } from 'html-validate'
import type { Page } from 'playwright-core'

// What a browser writes of a live page is not what an author would write: rules of style are left out, those of the standard kept.
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

/** What the standard refuses in the page as it is now (trust case A11-03), one line each. */
export async function htmlProblems(page: Page): Promise<string[]> {
  const report = await validator.validateString(await page.content())
  return report.results.flatMap(({ messages }) => messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector ?? '?'})`))
}
