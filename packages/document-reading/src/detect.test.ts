import { describe, expect, test } from 'vitest'
import { detectFormat, identifyFormat } from './detect.ts'
import { failureOf } from './failure.ts'

const bytes = (latin1: string) => Buffer.from(latin1, 'latin1')
const OLE = bytes('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1'.padEnd(600, '\0'))

describe('detectFormat', () => {
  test.each([
    ['%PDF-1.7\n', 'Budget.PDF', 'pdf'],
    ['PK\x03\x04', 'note.docx', 'docx'],
    ['PK\x03\x04', 'notes.odp', 'odp'],
    ['{\\rtf1', 'a.rtf', 'rtf'],
    ['Nom;Prénom\n', 'liste.csv', 'csv'],
    ['# Titre', 'LISEZMOI.md', 'md'],
    ['<!DOCTYPE html><p>', 'page.htm', 'html'],
    ['From: a@b.fr\nSubject: x\n\n', 'mail.eml', 'eml'],
    ['\x89PNG\r\n\x1A\n', 'scan.png', 'png'],
    ['\xFF\xD8\xFF\xE0', 'scan.JPG', 'jpeg'],
    ['II*\0', 'scan.tiff', 'tiff'],
  ])('%j named %s is %s', (head, name, format) => expect(detectFormat(bytes(head), name)).toBe(format))

  test('old Office files are told apart by their extension', () => {
    expect(detectFormat(OLE, 'a.doc')).toBe('doc')
    expect(detectFormat(OLE, 'a.xls')).toBe('xls')
  })

  test.each([
    ['rich text', '{\\rtf1', 'a.doc', 'rtf'],
    ['a page', '<html>', 'a.doc', 'html'],
    ['a modern workbook', 'PK\x03\x04', 'a.xls', 'xlsx'],
  ])('%s under an old Office extension is read as what it is', (_name, head, name, format) => expect(detectFormat(bytes(head), name)).toBe(format))
})

test('many comments without a page behind them are looked at once', () => expect(detectFormat(bytes('<!---->'.repeat(600)), 'x.txt')).toBe('txt'))

describe('FIC-02: a file that lies about its type is refused', () => {
  test.each([
    ['a program', 'MZ\x90\0\x03\0\0\0\x04\0\0\0', 'facture.pdf'],
    ['a Linux program', '\x7FELF\x02\x01\x01\0\0\0\0\0', 'facture.txt'],
    ['a page', '<!DOCTYPE html><script>alert(1)</script>', 'notes.txt'],
    ['a script before a PDF header', '<html><script></script>%PDF-1.4', 'x.pdf'],
    ['a picture before a PDF header', 'GIF89a%PDF-1.4', 'x.pdf'],
    ['a page after comments', '<!-- a --><!----> <html>', 'x.txt'],
    ['a drawing', '<?xml version="1.0"?><svg xmlns="x"/>', 'x.txt'],
    ['a drawing without prologue', '<svg onload="x"/>', 'x.csv'],
    ['an archive', 'PK\x03\x04', 'x.pdf'],
    ['a PDF', '%PDF-1.4', 'x.docx'],
    ['a PDF', '%PDF-1.4', 'x.csv'],
    ['text', 'bonjour', 'x.pdf'],
    ['text', 'bonjour', 'x.png'],
    ['binary data', 'a\0b\x01c\x02d\x03e\x04f\x05', 'x.txt'],
    ['an image', '\x89PNG\r\n\x1A\n', 'x.jpg'],
  ])('%s (%j) named %s', (_name, head, name) => {
    expect(detectFormat(bytes(head), name)).toBeNull()
    expect(() => identifyFormat(bytes(head), name)).toThrow(/mais contient/)
  })

  test.each(['x.exe', 'x.svg', 'x.docm', 'x.xlsm', 'x.zip', 'x.pdf.exe', 'sans extension', 'x.', '../../etc/passwd'])(
    'extension of %s is not supported',
    (name) => {
      expect(() => identifyFormat(bytes('PK\x03\x04'), name)).toThrow(/non pris en charge/)
    },
  )

  test('an empty file says so', () => expect(() => identifyFormat(new Uint8Array(), 'x.pdf')).toThrow(failureOf('extraction.empty').reason))
})
