import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { askServer } from './operator-socket.ts'

test('a socket that this account cannot reach is said so: nothing tells that the server has stopped', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'parvis-prise-'))
  const file = path.join(root, 'fichier')
  await writeFile(file, '')
  await expect(askServer(file, 'rien', {})).rejects.toThrow(`Un fichier tient la place d’un dossier\u00a0: ${path.join(file, 'commandes.sock')}`)
  await rm(root, { recursive: true })
})
