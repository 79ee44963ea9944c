import { extractDefinitions, lexSegment } from '@parvis/markdown'

/** One of each thing that an answer may hold. */
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
 * Makes the expressions of the parser ready once the page has nothing else to do: compiled by the first words of the first
 * answer, they hold up its frame for some 25 ms. Gives what calls it off.
 */
export function warmMarkdown(): () => void {
  // The engine compiles an expression at its second use, and once more for texts with letters beyond Latin-1. One text at a time: whoever
  // begins to write meanwhile on a slow telephone is not kept waiting.
  const left = sample.flatMap((piece) => [piece, piece, `${piece}\n’`, `${piece}\n’`])
  // Safari cannot tell when it is idle.
  const whenIdle = typeof requestIdleCallback === 'undefined' ? (work: () => void) => setTimeout(work, 75) : requestIdleCallback
  const warm = () => {
    const text = left.shift()
    if (text === undefined) return
    lexSegment(extractDefinitions(text).body, {}, true)
    whenIdle(warm)
  }
  whenIdle(warm)
  return () => void (left.length = 0)
}
