const rightToLeft = new Set(['ar', 'he', 'fa', 'ur'])

/**
 * Returns the `lang` and `dir` attributes of a text in this language (RGAA 8.7 and 8.10); none when `lang` is undefined, that is, in the language of the
 * page.
 */
export const languageAttributes = (lang: string | undefined): { lang?: string; dir?: 'rtl' } =>
  lang === undefined ? {} : rightToLeft.has(lang) ? { lang, dir: 'rtl' } : { lang }
