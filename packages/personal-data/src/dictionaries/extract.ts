import { createRequire } from 'node:module'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { dictionary } from '@zxcvbn-ts/language-fr'
import { fold } from '../normalise.ts'

// node packages/personal-data/src/dictionaries/extract.ts writes the three extracted files again.

/**
 * Word lists of `@zxcvbn-ts/language-fr`. Its two lists of names are published under each other's name: `lastnames-fr` holds first names and
 * `firstnames-fr` surnames. A test fails when they are put right.
 */
export const sources = { firstNames: dictionary['lastnames-fr'], surnames: dictionary['firstnames-fr'] }

/** Rank after which a word is too rare to be more likely than a name. */
const maxRank = 22_000

/** Returns distinct folded words in order, one a line. */
const lines = (words: Iterable<string>): string =>
  `${[...new Set([...words].map(fold))]
    .filter((word) => /^[a-z][a-z'-]+$/.test(word))
    .sort()
    .join('\n')}\n`

/** Returns the contents of the extracted files: first names, surnames, and the French words that texts use most. */
export function extractDictionaries(): Record<'first-names.txt' | 'surnames.txt' | 'common-words.txt', string> {
  const lexicon = new Set((createRequire(import.meta.url)('an-array-of-french-words') as string[]).map(fold))
  const used = [...dictionary['commonWords-fr'].slice(0, maxRank), ...dictionary['wikipedia-fr'].slice(0, maxRank)].map(fold)
  return {
    'first-names.txt': lines(sources.firstNames),
    // « le goff » is found by its last word: particles are read apart.
    'surnames.txt': lines(
      sources.surnames.map((name) =>
        name.replace(/^(?:le|la|de|du|des|da|dos|di|del|el|ben|van|von|d'|l') ?(?=[a-zà-ÿ]{3})/, (particle) => (particle.endsWith(' ') ? '' : particle)),
      ),
    ),
    'common-words.txt': lines(used.filter((word) => lexicon.has(word))),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [name, text] of Object.entries(extractDictionaries())) writeFileSync(fileURLToPath(new URL(name, import.meta.url)), text)
