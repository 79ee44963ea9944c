import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { silentLog } from '../log.ts'
import { listenLocally } from '../../testing/listen-locally.ts'
import { openDatabase } from './database.ts'
import { unavailable } from './errors.ts'
import { connectionFailureReason, unsupportedServerReason } from './postgres-server.ts'

test('a server too old for the migrations is told before the first of them, and so is a base that is not in UTF-8', () => {
  expect(unsupportedServerReason({ version: 130_014, encoding: 'UTF8' })).toBe('est de la version 13\u00a0: PostgreSQL 15 ou plus récent est attendu')
  expect(unsupportedServerReason({ version: 150_000, encoding: 'UTF8' })).toBeNull()
  expect(unsupportedServerReason({ version: 180_001, encoding: 'SQL_ASCII' })).toBe('range cette base en SQL_ASCII\u00a0: recréez-la en UTF8')
})

test.each([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])('a certificate that is refused is no silence: %s', (code) => {
  expect(connectionFailureReason(unavailable(Object.assign(new Error('tls'), { code })))).toMatch(/^a un certificat que cette machine ne reconnaît pas/)
  expect(connectionFailureReason(unavailable(new Error('connect ECONNREFUSED')))).toBe('ne répond pas')
})

test('a server that does not encrypt, where the address asks it to, is told so', async () => {
  // What PostgreSQL answers to whoever asks to encrypt, when it does not.
  const server = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.write('N')))
  const url = `postgres://parvis:mdp@127.0.0.1:${await listenLocally(server)}/base?sslmode=verify-full`
  await expect(openDatabase({ kind: 'postgres', url }, silentLog)).rejects.toMatchObject({
    code: 'db.unreachable',
    message: 'Le serveur PostgreSQL indiqué par DATABASE_URL ne chiffre pas ses connexions, ce que demande le «\u00a0sslmode\u00a0» de cette adresse.',
  })
  await new Promise((resolve) => server.close(resolve))
})
