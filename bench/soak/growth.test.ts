import { expect, test } from 'vitest'
import { growthOf, type ResourceSample } from './growth.ts'

const sample = (minute: number, changed: Partial<ResourceSample> = {}): ResourceSample => ({
  minute,
  rss_mb: 300,
  heap_mb: 60,
  external_mb: 10,
  descriptors: 60,
  sockets: 40,
  base_files: 150,
  ...changed,
})
const minutes = Array.from({ length: 30 }, (_, minute) => minute)
const missed = (samples: ResourceSample[]) =>
  growthOf(samples)
    .filter(({ isWithinLimit }) => !isWithinLimit)
    .map(({ measure }) => measure)

test('REL-28 a warm-up, then a level that only wavers, is no growth', () => {
  const samples = minutes.map((minute) => sample(minute, { rss_mb: minute < 10 ? 200 + minute * 10 : 300 + (minute % 3) * 8, sockets: 40 + (minute % 2) * 6 }))
  expect(missed(samples)).toEqual([])
})

test('REL-28 a slow leak is named, with its slope', () => {
  const samples = minutes.map((minute) => sample(minute, { rss_mb: 300 + minute * 1.5 + (minute % 2) * 5, descriptors: 60 + minute }))
  expect(missed(samples)).toEqual(['rss_mb', 'descriptors'])
  const [rss] = growthOf(samples)
  expect(rss!.per_minute).toBeCloseTo(1.5, 0)
  expect([rss!.first, rss!.allowed]).toEqual([315, 1])
})

test('a few samples say nothing', () => expect(() => growthOf(minutes.slice(0, 5).map((minute) => sample(minute)))).toThrow(RangeError))
