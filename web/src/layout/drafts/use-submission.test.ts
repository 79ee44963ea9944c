import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../api/transport/api-error.ts'
import { keepFailure, useSubmission, type SubmissionOptions } from './use-submission.ts'

type Options = SubmissionOptions<'name' | 'content', string, string>

/** State of the hook, in the order of its calls of `useState`. */
let states: unknown[] = []
let position = 0

vi.mock('react', () => ({
  useId: () => 'form',
  useState(initial: unknown) {
    const at = position++
    if (at >= states.length) states.push(initial)
    return [states[at], (next: unknown) => (states[at] = next)]
  },
}))

function render(options: Options) {
  position = 0
  // The stub above replaces the state of React.
  // oxlint-disable-next-line react-hooks/rules-of-hooks
  return useSubmission(options)
}

/** Submits, waits for the answer, and returns the state shown after it. */
async function submit(options: Options) {
  render(options).submit()
  await new Promise((resolve) => setTimeout(resolve))
  const { errors, failure, isPending } = render(options)
  return { errors, failure, isPending }
}

const focus = vi.fn<() => void>()
const refused = new ApiError(422, { code: 'request.invalid', error: 'Refusé', fields: { name: 'Trop long' } })
const options: Options = { send: async () => 'saved', describe: (error) => (error as Error).message }
const invalid: Options = { ...options, check: () => ({ content: 'Vide' }) }
const rejected: Options = { ...options, send: () => Promise.reject(refused) }

beforeEach(() => {
  states = []
  focus.mockClear()
  vi.stubGlobal('document', { getElementById: () => ({ querySelector: () => ({ focus }) }) })
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => work())
})
afterEach(() => vi.unstubAllGlobals())

it('sends nothing while a field is refused', async () => {
  const send = vi.fn<Options['send']>(async () => 'saved')
  expect(await submit({ ...invalid, send })).toEqual({ errors: { content: 'Vide' }, failure: null, isPending: false })
  expect(send).not.toHaveBeenCalled()
  expect(focus).toHaveBeenCalledOnce()
})

it('sends once at a time, then hands over the answer', async () => {
  const onDone = vi.fn<(answer: string) => void>()
  const send = vi.fn<Options['send']>(async () => 'saved')
  render({ ...options, send, onDone }).submit()
  render({ ...options, send, onDone }).submit()
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith('saved'))
  expect(send).toHaveBeenCalledOnce()
  expect(render(options)).toMatchObject({ errors: {}, failure: null, isPending: false })
})

it('shows the errors of the server beside its failure, until the next send', async () => {
  expect(await submit(rejected)).toEqual({ errors: { name: 'Trop long' }, failure: 'Refusé', isPending: false })
  expect(focus).toHaveBeenCalledOnce()
  expect(await submit(options)).toEqual({ errors: {}, failure: null, isPending: false })
})

it('replaces an earlier failure after a refused field, or leaves it', async () => {
  await submit(rejected)
  expect((await submit({ ...invalid, describeErrors: keepFailure })).failure).toBe('Refusé')
  expect((await submit({ ...invalid, describeErrors: () => 'Incomplet' })).failure).toBe('Incomplet')
  expect((await submit(invalid)).failure).toBeNull()
})

it('removes the failure and the errors of the fields separately', async () => {
  await submit(rejected)
  render(options).dismissFailure()
  expect(render(options)).toMatchObject({ errors: { name: 'Trop long' }, failure: null })
  render(options).clearErrors()
  expect(render(options).errors).toEqual({})
})

it('leaves an edit conflict to its own notice', async () => {
  const onStale = vi.fn<() => void>()
  const changed = { by: null, is_own: false, at: '2026-11-23T10:00:00.000Z', current: {} }
  const stale = new ApiError(409, { code: 'request.stale', error: 'Changé', changed })
  expect(await submit({ ...options, send: () => Promise.reject(stale), onStale })).toEqual({ errors: {}, failure: null, isPending: false })
  expect(onStale).toHaveBeenCalledOnce()
  expect(focus).not.toHaveBeenCalled()
})

it.each([
  ['check', [1, 1]],
  ['none', [0, 0]],
] as const)('moves the focus after the refusals that the form chose: %s', async (focusAfter, calls) => {
  await submit({ ...invalid, focusAfter })
  expect(focus).toHaveBeenCalledTimes(calls[0])
  await submit({ ...rejected, focusAfter })
  expect(focus).toHaveBeenCalledTimes(calls[1])
})
