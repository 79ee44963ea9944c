import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openFolder } from '../testing/folder.ts'
import { callServer, listenForOperator } from './operator-socket.ts'

const root = openFolder('prise')

test('a socket that this account cannot reach is said so: nothing tells that the server has stopped', async () => {
  const file = path.join(root, 'fichier')
  await writeFile(file, '')
  await expect(callServer(file, 'rien', {})).rejects.toThrow(`Un fichier tient la place d’un dossier\u00a0: ${path.join(file, 'commandes.sock')}`)
})

test('an operation is told that its command has gone, and not of one that has its answer', async () => {
  const begun = Promise.withResolvers<void>()
  const told = Promise.withResolvers<string>()
  const signals: AbortSignal[] = []
  const { close } = await listenForOperator(root, {
    breve: async (_asked, gone) => signals.push(gone),
    longue: (_asked, gone) => {
      gone.addEventListener('abort', () => told.resolve('gone'))
      begun.resolve()
      return told.promise
    },
  })
  await callServer(root, 'breve', {})
  const call = request({ socketPath: path.join(root, 'commandes.sock'), path: '/longue', method: 'POST', agent: false })
  call.on('error', () => {}).end('{}')
  await begun.promise
  call.destroy()
  expect(await told.promise).toBe('gone')
  await close()
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
})
