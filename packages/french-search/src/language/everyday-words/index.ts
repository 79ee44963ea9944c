import { careerWords } from './careers.ts'
import { institutionWords } from './institution.ts'
import { residentWords } from './residents.ts'
import { spokenWords } from './spoken.ts'
import { townWords } from './town.ts'
import type { EverydayWords } from './types.ts'
import { workingLifeWords } from './working-life.ts'

/** Every line of the lexicon, field by field. */
export const everydayWords: EverydayWords = [...careerWords, ...workingLifeWords, ...residentWords, ...townWords, ...institutionWords, ...spokenWords]
