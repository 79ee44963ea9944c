import { routes, type Route } from '@parvis/contract'
import { expect, it, vi } from 'vitest'
import { createIdempotentCall, type SendRequest } from './idempotent-create.ts'
import { ApiError } from './transport/api-error.ts'

const call = vi.fn<(route: Route, options: object) => Promise<unknown>>()
const create = createIdempotentCall(call as SendRequest)
const sentIds = () => call.mock.calls.map(([, options]) => (options as { body: { client_id: string } }).body.client_id)

it('sends the same client id again after a failure, another one after a success, a refusal or a change', async () => {
  call.mockRejectedValueOnce(new ApiError(503)).mockRejectedValueOnce(new ApiError(0)).mockResolvedValueOnce({ id: '1' })
  const send = (name = 'Voirie') => create(routes.teams.create, { name }).catch(() => null)
  for (let attempt = 0; attempt < 3; attempt += 1) await send()
  expect(new Set(sentIds()).size).toBe(1)
  expect(sentIds()[0]).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  call.mockResolvedValueOnce({ id: '2' }).mockRejectedValueOnce(new ApiError(409)).mockRejectedValueOnce(new ApiError(503)).mockResolvedValueOnce({ id: '3' })
  await send()
  await send()
  await send()
  await send('Sports')
  expect(new Set(sentIds()).size).toBe(5)
})
