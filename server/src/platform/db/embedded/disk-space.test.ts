import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { silentLog } from '../../log.ts'
import { freshFolder } from '../../../testing/folder.ts'
import { watchDiskSpace, type DiskSpaceMonitor } from './disk-space.ts'

const mb = 1024 * 1024
const dir = freshFolder('place')
let left: number
let room: DiskSpaceMonitor | undefined
beforeEach(() => void (left = 1_000 * mb))
afterEach(() => room?.stop())

const watch = () => (room = watchDiskSpace(dir, silentLog, { checkMs: 5, readFreeBytes: () => left, partBytes: mb }))
const parts = () => readdirSync(dir).filter((name) => statSync(join(dir, name), { throwIfNoEntry: false })?.size === mb)
const reserveIsMade = async () => {
  await expect.poll(parts).toEqual(['reserve-1', 'reserve-2'])
}
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 60))

it('REL-19 says that room is short, and that it came back only when there is enough of it not to waver', async () => {
  const { isNearlyFull } = watch()
  expect(isNearlyFull()).toBe(false)
  await reserveIsMade()
  left = 31 * mb
  await expect.poll(isNearlyFull).toBe(true)
  left = 50 * mb
  await aWhile()
  expect(isNearlyFull()).toBe(true)
  left = 64 * mb
  await expect.poll(isNearlyFull).toBe(false)
})

it('REL-19 spends a part of its reserve on a full disk, the other when the engine needs it, and makes both again before anything is accepted', async () => {
  const { isNearlyFull, freeReserve } = watch()
  await reserveIsMade()
  expect(freeReserve()).toBe(false)
  left = 0
  await expect.poll(parts).toEqual(['reserve-2'])
  await aWhile()
  expect(parts()).toEqual(['reserve-2'])
  expect(freeReserve()).toBe(true)
  expect([isNearlyFull(), parts(), freeReserve()]).toEqual([true, [], false])
  left = 65 * mb
  await aWhile()
  expect([isNearlyFull(), parts()]).toEqual([true, []])
  left = 66 * mb
  await reserveIsMade()
  await expect.poll(isNearlyFull).toBe(false)
})

it('REL-19 a reserve that was there is found', async () => {
  watch()
  await reserveIsMade()
  room!.stop()
  left = 5 * mb
  const next = watch()
  expect([next.isNearlyFull(), next.freeReserve(), parts().length]).toEqual([true, true, 1])
})

it('REL-19 a part of the reserve that a stop or a death left unfinished gives its room back, and is made again', async () => {
  writeFileSync(join(dir, 'reserve-1'), Buffer.alloc(mb / 2))
  writeFileSync(join(dir, 'reserve-2.new'), Buffer.alloc(mb / 2))
  left = 5 * mb
  const next = watch()
  expect([readdirSync(dir), next.freeReserve()]).toEqual([[], false])
  left = 1_000 * mb
  await reserveIsMade()
  expect(next.freeReserve()).toBe(false)
  left = 5 * mb
  expect([next.freeReserve(), next.freeReserve(), readdirSync(dir)]).toEqual([true, true, []])
})

it('REL-19 an instance that stops while it makes its reserve leaves no part of one', async () => {
  room = watchDiskSpace(dir, silentLog, { checkMs: 5, readFreeBytes: () => 10_000 * mb, partBytes: 512 * mb })
  await expect.poll(() => readdirSync(dir), { interval: 1 }).toEqual(['reserve-1.new'])
  room.stop()
  await expect.poll(() => readdirSync(dir)).toEqual([])
  await aWhile()
  expect(readdirSync(dir)).toEqual([])
})

it('REL-19 a disk that does not say what is left is used', async () => {
  room = watchDiskSpace(join(dir, 'absent'), silentLog, { checkMs: 5 })
  await aWhile()
  expect([room.isNearlyFull(), room.freeReserve()]).toEqual([false, false])
})
