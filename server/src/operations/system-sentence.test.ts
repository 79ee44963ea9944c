import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { systemSentence } from './system-sentence.ts'

const refused = (code: string) => Object.assign(new Error(`${code}: permission denied`), { code, syscall: 'open', path: '/etc/parvis.env' })

test.each(['EACCES', 'EPERM'])('REL-30 what an account may not open (%s) is one sentence that names it', (code) =>
  expect(systemSentence(refused(code))).toBe('Ce compte de la machine n’a pas le droit d’accéder à ce qu’il faut\u00a0: /etc/parvis.env'),
)

test('a disk without room is said so', () => {
  let error: unknown
  try {
    writeFileSync('/dev/full', 'x')
  } catch (caught) {
    error = caught
  }
  expect(systemSentence(error)).toBe('La place manque sur le disque')
})

test.each([new Error('EACCES'), refused('ENOENT'), Object.assign(new Error(), { code: 'EACCES' }), 'EACCES'])('anything else keeps its trace: %s', (error) =>
  expect(systemSentence(error)).toBeUndefined(),
)
