import { expect, test } from 'vitest'
import { contentDisposition } from './content-disposition.ts'

test.each([
  ['Délibération.pdf', 'Deliberation.pdf'],
  ['note\u202efdp.txt', 'notefdp.txt'],
  ['👩\u200d💻.txt', '.txt'],
  [`l'été (2026)* ; "x".txt`, `l'ete (2026)* _ _x_.txt`],
  ['文件', 'document'],
  [`${'😀'.repeat(125)}a.txt`, 'a.txt'],
])('FIC-04 %j goes whole, beside %j', (name, ascii) => {
  const header = contentDisposition(name)
  expect(header).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w%.~!-]+$/)
  expect(/filename="([^"]*)"/.exec(header)![1]).toBe(ascii)
  expect(decodeURIComponent(header.split("UTF-8''")[1]!)).toBe(name)
})

test.each([
  ['../../etc/passwd', '....etcpasswd'],
  ['a\r\nSet-Cookie: x=1', 'aSet-Cookie: x=1'],
  ['\0', 'document'],
  ['a\ud800b', 'a\ufffdb'],
  [`${'x'.repeat(254)}😀`, `${'x'.repeat(254)}\ufffd`],
])('FIC-04 %j, which no upload may keep, is %j', (name, kept) => {
  expect(decodeURIComponent(contentDisposition(name).split("UTF-8''")[1]!)).toBe(kept)
})
