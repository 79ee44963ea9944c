import { careerWords } from './careers.ts'
import { institutionWords } from './institution.ts'
import { residentWords } from './residents.ts'
import { spokenWords } from './spoken.ts'
import { townWords } from './town.ts'
import type { EverydayWords } from './types.ts'
import { workingLifeWords } from './working-life.ts'

/** All the lines of the lexicon. */
export const everydayWords: EverydayWords = [...careerWords, ...workingLifeWords, ...residentWords, ...townWords, ...institutionWords, ...spokenWords]
