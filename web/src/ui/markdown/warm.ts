import { extractDefinitions, lexSegment } from '@parvis/markdown'

/** Sample of every Markdown construct that an answer may contain. */
const sample = [
  '# Titre',
  'Un mot **fort**, *appuyé*, ~~rayé~~, `code`, [lien](https://exemple.fr), https://exemple.fr, a@exemple.fr, &amp; <br> [^1] [1]',
  '- point\n  1. sous-point\n- [x] fait',
  '> cité',
  '| a | b |\n|---|--:|\n| 1 | 2 |',
  '```ts\nconst a = 1\n```',
  '[^1]: note',
]

/**
 * Compiles the regular expressions of the Markdown parser while the page is idle: compiling them on the first words of the first answer would block a
 * frame for some 25 ms.
 * @returns cancels the work that is left
 */
export function warmMarkdown(): () => void {
  // The engine compiles an expression at its second use, and again for texts with characters beyond Latin-1. One text per idle period, so that typing on a
  // slow phone is not delayed.
  const remainingTexts = sample.flatMap((piece) => [piece, piece, `${piece}\n’`, `${piece}\n’`])
  // Safari has no requestIdleCallback.
  const whenIdle = typeof requestIdleCallback === 'undefined' ? (work: () => void) => setTimeout(work, 75) : requestIdleCallback
  const warm = () => {
    const text = remainingTexts.shift()
    if (text === undefined) return
    lexSegment(extractDefinitions(text).body, {}, true)
    whenIdle(warm)
  }
  whenIdle(warm)
  return () => void (remainingTexts.length = 0)
}
