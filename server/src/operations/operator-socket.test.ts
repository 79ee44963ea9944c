import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openFolder } from '../testing/folder.ts'
import { askServer } from './operator-socket.ts'

const root = openFolder('prise')

test('a socket that this account cannot reach is said so: nothing tells that the server has stopped', async () => {
  const file = path.join(root, 'fichier')
  await writeFile(file, '')
  await expect(askServer(file, 'rien', {})).rejects.toThrow(`Un fichier tient la place d’un dossier\u00a0: ${path.join(file, 'commandes.sock')}`)
})
