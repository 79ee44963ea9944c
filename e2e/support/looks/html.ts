import { HtmlValidate } from 'html-validate'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
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

const snifferSource = readFileSync(createRequire(import.meta.url).resolve('html_codesniffer/build/HTMLCS.js'), 'utf8')

/**
 * Rules that are not applied to a hidden file input (`display: none`): screen readers and the keyboard cannot reach it. The button that opens it has a
 * name, which axe and `nameProblems` check.
 */
const ignoredWhenHidden = ['Principle1.Guideline1_3.1_3_1.F68', 'Principle4.Guideline4_1.4_1_2.H91.InputFile.Name']

type SnifferMessage = { code: string; msg: string; element: string; isDrawn: boolean }

/**
 * Finds the errors of HTML_CodeSniffer (WCAG 2.1 AA) on the current page. This engine shares no code with axe (trust case A11-02). Its warnings and
 * notices need a human check and are left out.
 */
export async function codeSnifferProblems(page: Page): Promise<string[]> {
  await page.evaluate(`globalThis.HTMLCS ?? (() => { ${snifferSource} })()`)
  const messages = await page.evaluate<SnifferMessage[]>(`new Promise((resolve, reject) => HTMLCS.process('WCAG2AA', document, () => resolve(
    HTMLCS.getMessages().filter(({ type }) => type === HTMLCS.ERROR).map(({ code, msg, element }) =>
      ({ code, msg, element: element.outerHTML?.slice(0, 200) ?? '', isDrawn: element.checkVisibility?.() ?? true }))
  ), reject))`)
  return messages
    .filter(({ code, element, isDrawn }) => isDrawn || !element.includes('type="file"') || !ignoredWhenHidden.some((rule) => code.endsWith(rule)))
    .map(({ code, msg, element }) => `${code}: ${msg}\n  ${element}`)
}
