import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ConfigError } from '../platform/config/read-settings.ts'
import { DatabaseError } from '../platform/db/errors.ts'
import { OperationError, operatorSentence, systemSentence } from './errors.ts'

const refused = (code: string) => Object.assign(new Error(`${code}: permission denied`), { code, syscall: 'open', path: '/etc/parvis.env' })

test.each(['EACCES', 'EPERM'])('REL-30 what an account may not open (%s) is one sentence that names it', (code) =>
  expect(systemSentence(refused(code))).toBe('Ce compte de la machine n’a pas le droit d’accéder à ce qu’il faut\u00a0: /etc/parvis.env'),
)

test.each([
  ['EROFS', 'Ce disque n’accepte aucune écriture\u00a0: /etc/parvis.env'],
  ['ENOTDIR', 'Un fichier tient la place d’un dossier\u00a0: /etc/parvis.env'],
  ['EDQUOT', 'La place manque sur le disque\u00a0: /etc/parvis.env'],
])('a place that takes nothing (%s) says why', (code, sentence) => expect(systemSentence(refused(code))).toBe(sentence))

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

test.each([new OperationError('Une phrase.'), new ConfigError('PORT', 'une phrase.'), new DatabaseError('db.locked', 'Une phrase.')])(
  'what was foreseen is said as it is: $name',
  (error) => expect(operatorSentence(error)).toBe(error.message),
)

test('an operator reads the sentence of the machine, and the trace of anything else', () =>
  expect([refused('EACCES'), new Error('EACCES')].map(operatorSentence)).toEqual([systemSentence(refused('EACCES')), undefined]))
