/** Frequent words of each language that are absent or rare in the others. */
const frequentWords = {
  fr: 'le la les des du un une et est sont pour dans que qui sur avec vous nous votre pas cette ce aux par plus être au ou mais comme je il elle leur sans',
  en: 'the of and to is are for that this with you your not it from have will was were be by as or on an we they their which can should',
  de: 'der die das und ist sind für nicht mit ein eine den dem des auf von zu sie wir ihr werden oder auch bei wird im',
  es: 'el los las y es son para que con una por no del se su más como pero este esta usted están al ha',
  it: 'il lo gli della di che è sono per con una non del nel alla più questo questa come anche dei si',
  pt: 'o os as da do e é são para que com uma por não em se mais como mas este esta você ao dos das',
  nl: 'de het een en is zijn voor van met niet dat die op te aan door ook wordt bij naar of u',
} as const

const languages = Object.entries(frequentWords).map(([code, list]) => ({ code, set: new Set(list.split(' ')) }))

/** Scripts that identify a language, or come close enough for a screen reader's voice and the reading direction. */
const scripts = Object.entries({
  ar: /\p{Script=Arabic}/gu,
  he: /\p{Script=Hebrew}/gu,
  ru: /\p{Script=Cyrillic}/gu,
  el: /\p{Script=Greek}/gu,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  ko: /\p{Script=Hangul}/gu,
  zh: /\p{Script=Han}/gu,
})

/** Minimum number of known words to identify a language. */
const minKnownWords = 5

/** Language whose script has more than a third of the letters. The share is low because such texts borrow Latin names. */
function scriptOf(text: string): string | undefined {
  if (!/[^\u0000-\u036f\u1e00-\u218f]/.test(text)) return undefined
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return scripts.find(([, script]) => (text.match(script)?.length ?? 0) * 3 > letters)?.[0]
}

/**
 * Detects the language of an answer, or of one of its blocks, as a `lang` code, so that a screen reader pronounces it (RGAA 8.7). Code, URLs and
 * quotations are ignored. Undefined for French, for a text that is too short, and when no language scores clearly above the others.
 */
export function foreignLanguageOf(markdown: string): string | undefined {
  const text = markdown
    .slice(0, 20_000)
    .replace(/```[^]*?(?:```|$(?![^]))|`[^`\n]*`|^>.*$|https?:\/\/\S+/gm, ' ')
    .toLowerCase()
  const script = scriptOf(text)
  if (script !== undefined) return script
  const found = text.match(/\p{L}+/gu) ?? []
  const scores = languages.map(({ code, set }) => ({ code, score: found.reduce((sum, word) => sum + Number(set.has(word)), 0) }))
  const [first, second] = scores.toSorted((a, b) => b.score - a.score)
  if (!first || !second || first.code === 'fr' || first.score < minKnownWords || first.score < second.score * 1.25) return undefined
  const french = scores.find(({ code }) => code === 'fr')!.score
  return first.score >= french * 2 ? first.code : undefined
}
