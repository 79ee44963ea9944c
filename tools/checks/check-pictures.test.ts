import { expect, test } from 'vitest'
import { checkPictures } from './check-pictures.ts'

test.each([
  ['2026-11-29', '2026-11-29', 0],
  ['2026-12-31', '2026-11-29', 0],
  ['2027-01-14', '2026-11-29', 1],
  ['2026-10-01', '2026-11-29', 0],
  ['2027-06-01', null, 0],
  [null, '2026-11-29', 0],
])('screens changed on %s, pictures on %s: %i problem', (screens, pictures, count) => expect(checkPictures(screens, pictures)).toHaveLength(count))
