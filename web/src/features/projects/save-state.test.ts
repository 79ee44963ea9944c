import { expect, it } from 'vitest'
import { isEditing, nextSaveState, type SaveEvent, type SaveState } from './project-form.ts'

const after = (...events: SaveEvent[]) => events.reduce(nextSaveState, { step: 'reading' } as SaveState).step

it('goes from reading to saved, which is cleared', () => {
  expect(after('edit')).toBe('editing')
  expect(after('edit', 'save')).toBe('saving')
  expect(after('edit', 'save', 'kept')).toBe('saved')
  expect(after('edit', 'save', 'kept', 'clear')).toBe('reading')
})

it('keeps the fields after a failure, for another attempt', () => {
  expect(after('edit', 'save', 'failed')).toBe('error')
  expect(after('edit', 'save', 'failed', 'save', 'kept')).toBe('saved')
  expect(after('edit', 'save', 'failed', 'clear')).toBe('editing')
  expect(after('edit', 'save', 'failed', 'cancel')).toBe('reading')
})

it('edits again while the banner is still there, and the late clearing changes nothing', () => {
  expect(after('edit', 'save', 'kept', 'edit')).toBe('editing')
  expect(after('edit', 'save', 'kept', 'edit', 'clear')).toBe('editing')
})

it('neither cancels nor saves twice while it saves', () => {
  expect(after('edit', 'save', 'cancel')).toBe('saving')
  expect(after('edit', 'save', 'save')).toBe('saving')
  expect(after('save')).toBe('reading')
})

it('shows the fields while they hold what was typed', () => {
  expect((['reading', 'editing', 'saving', 'saved', 'error'] as const).filter((step) => isEditing({ step }))).toEqual(['editing', 'saving', 'error'])
})
