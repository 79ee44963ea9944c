const rightToLeft = new Set(['ar', 'he', 'fa', 'ur'])

/** The attributes of a text in this language; none when it is that of the page (RGAA 8.7 and 8.10). */
export const spoken = (lang: string | undefined): { lang?: string; dir?: 'rtl' } =>
  lang === undefined ? {} : rightToLeft.has(lang) ? { lang, dir: 'rtl' } : { lang }
