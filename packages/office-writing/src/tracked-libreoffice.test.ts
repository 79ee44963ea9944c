import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { DocumentBlock, InlineNode, TrackedChange } from '@parvis/markdown'
import { trackedTree, type VersionStep } from '@parvis/written-document'
import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plainLetterhead, toDocx } from './docx/docx.ts'
import type { DocumentReport } from './fill-letterhead.ts'
import { cleanOdt } from './letterhead/clean-odt.ts'
import { odtFile } from './letterhead/letterhead.fixture.ts'
import { toOdt } from './odt/odt.ts'
import { openParts } from './testing/sample.ts'
import { madePair, randomPair, stepsOf, withoutSpaces, wordsOf } from './testing/tracked.fixture.ts'

const office = ['/usr/bin/soffice', '/usr/lib/libreoffice/program/soffice'].find((path) => existsSync(path))

const authors = ['Anne Petit', 'Assistant (modèle) & Cie']
/** Author of a change: one block in three is the assistant's. */
const sourceOf = (step: VersionStep) => ({
  author: authors[('after' in step ? step.after : step.before).id.length % 3 === 0 ? 1 : 0]!,
  date: '2026-11-30T10:00:00.000Z',
})

const pairs = [madePair(), ...fc.sample(randomPair, { numRuns: 20, seed: 20_261_130 })]
const reportOf = (steps: readonly VersionStep[]): DocumentReport => ({
  title: 'T',
  facts: [],
  date: '2026-11-30T10:00:00.000Z',
  dateInWords: '30 novembre 2026',
  author: 'Mairie',
  description: '',
  keywords: '',
  blocks: trackedTree(steps, sourceOf),
})

interface Reading {
  /** Kind and author of each change, sorted. */
  changes: string[]
  /** Text changed, by kind and author. */
  texts: Record<string, string>
  accepted: string
  rejected: string
}

/** Reads a flat OpenDocument of LibreOffice: its changes, and its text once all are accepted or rejected. */
function readChanges(xml: string): Reading {
  const regions = new Map<string, { kind: string; author: string }>()
  const open = new Set<string>()
  const reading: Reading = { changes: [], texts: {}, accepted: '', rejected: '' }
  let [region, isBody, isCreator, skipped, last] = ['', false, false, 0, '']
  const parser = new SaxesParser()
  const keyOf = (id: string) => `${regions.get(id)!.kind} ${regions.get(id)!.author}`
  const isSkipped = (name: string) => ['text:tracked-changes', 'text:note-citation', 'text:sequence-decls'].includes(name)
  parser.on('opentag', ({ name, attributes }) => {
    const id = String(attributes['text:change-id'] ?? '')
    if (name === 'office:text') isBody = true
    if (name === 'text:changed-region') regions.set((region = String(attributes['text:id'])), { kind: '', author: '' })
    if ((name === 'text:insertion' || name === 'text:deletion') && regions.has(region)) regions.get(region)!.kind = name.slice(5)
    isCreator = name === 'dc:creator'
    if (isSkipped(name)) skipped += 1
    if (name === 'text:change-start') {
      open.add(id)
      const key = keyOf(id)
      // LibreOffice cuts a change in two at some paragraph marks.
      if (key !== last) reading.changes.push(key)
    }
    if (name === 'text:change-end') {
      open.delete(id)
      last = keyOf(id)
    }
  })
  parser.on('closetag', ({ name }) => {
    if (isSkipped(name)) skipped -= 1
    if ((name === 'text:p' || name === 'text:h') && open.size === 0) last = ''
    isCreator = false
  })
  parser.on('text', (text) => {
    if (isBody && isCreator && regions.has(region)) regions.get(region)!.author += text
    if (!isBody || skipped > 0) return
    last = text.trim() === '' ? last : ''
    const changes = [...open].map((id) => regions.get(id)!)
    for (const { kind, author } of changes) reading.texts[`${kind} ${author}`] = withoutSpaces((reading.texts[`${kind} ${author}`] ?? '') + text)
    if (!changes.some(({ kind }) => kind === 'deletion')) reading.accepted += text
    if (!changes.some(({ kind }) => kind === 'insertion')) reading.rejected += text
  })
  parser.write(xml).close()
  reading.changes.sort()
  return reading
}

const kinds: Record<string, string> = { ins: 'insertion', del: 'deletion', inserted: 'insertion', deleted: 'deletion' }
const authorIn = (open: string) => /w:author="([^"]*)"/.exec(open)![1]!.replace('&amp;', '&')

/** Changes of a Word document, sorted: neighbours of one kind and author are one, across paragraph marks that have the same change. */
function changesOfDocx(xml: string): string[] {
  const found: string[] = []
  let [last, mark] = ['', '']
  const push = (key: string) => {
    if (key !== '' && key !== last) found.push(key)
    last = key
  }
  const tokens = /<w:p>(?:<w:pPr>[\s\S]*?<\/w:pPr>)?|<w:(?:ins|del) [^>]*[^/]>[\s\S]*?<\/w:(?:ins|del)>|<w:r>[\s\S]*?<\/w:r>|<\/w:p>|<\/w:tc>/g
  for (const [token] of xml.matchAll(tokens)) {
    if (token.startsWith('<w:p>')) {
      const [, kind, open] = /<w:rPr><w:(ins|del)( [^>]*)\/>/.exec(token) ?? []
      mark = kind === undefined ? '' : `${kinds[kind]} ${authorIn(open!)}`
    } else if (token === '</w:p>') push(mark)
    else if (token === '</w:tc>' || token.startsWith('<w:r>')) push('')
    else push(`${kinds[token.slice(3, 6)]} ${authorIn(token)}`)
  }
  return found.toSorted()
}

interface WrittenChanges {
  /** Kind and author of each change, sorted. */
  regions: string[]
  /** The same, where changes of one kind and author without a text between them are one. */
  joined: string[]
  /** Text changed, by kind and author. */
  texts: Record<string, string>
}

/** Reads the tracked changes of a written `content.xml`: a deletion has its text in its region, an insertion between its two marks. */
function changesOfOdt(xml: string): WrittenChanges {
  const regions = new Map<string, string>()
  const texts: Record<string, string> = {}
  const add = (key: string, text: string) => {
    if (withoutSpaces(text) !== '') texts[key] = withoutSpaces((texts[key] ?? '') + text)
  }
  const [, head, body] = /<text:tracked-changes[^>]*>([^]*)<\/text:tracked-changes>([^]*)/.exec(withoutNumbers(xml)) ?? ['', '', '']
  const region =
    /text:id="([^"]*)"><text:(insertion|deletion)><office:change-info><dc:creator>([^<]*)<\/dc:creator>.*?<\/office:change-info>([^]*?)<\/text:changed-region>/g
  for (const [, id, kind, author, content] of head!.matchAll(region)) {
    regions.set(id!, `${kind} ${plainOf(author!)}`)
    add(`${kind} ${plainOf(author!)}`, plainOf(content!.replace(/<[^>]*>/g, '')))
  }
  const joined: string[] = []
  let [open, last] = ['', '']
  for (const [token, name, id] of body!.matchAll(/<text:(change|change-start|change-end) text:change-id="([^"]*)"\/>|<[^>]*>|[^<]+/g)) {
    const key = regions.get(id ?? '') ?? ''
    if (name !== undefined) {
      if (name !== 'change-end' && key !== last) joined.push(key)
      open = name === 'change-start' ? key : ''
      last = name === 'change-start' ? last : key
    } else if (!token.startsWith('<')) {
      if (token.trim() !== '') last = ''
      if (open !== '') add(open, plainOf(token))
    } else if (/^<\/text:[ph]>$/.test(token) && open === '') last = ''
  }
  return { regions: [...regions.values()].toSorted(), joined: joined.toSorted(), texts }
}

/** Leaves out the numbers of notes, which are no text. */
const withoutNumbers = (xml: string): string => xml.replace(/<text:note-citation[^>]*>[^<]*<\/text:note-citation>/g, '')
const plainOf = (xml: string): string => xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** Text changed in a tree, by kind and author. */
function textsOfTree(blocks: readonly DocumentBlock[]): Record<string, string> {
  const texts: Record<string, string> = {}
  const add = (change: TrackedChange | undefined, text: string) => {
    if (change === undefined) return
    const key = `${kinds[change.kind]} ${change.author}`
    texts[key] = withoutSpaces((texts[key] ?? '') + text)
  }
  const inline = (content: readonly InlineNode[], whole?: TrackedChange): void => {
    for (const part of content) {
      const change = whole ?? ('change' in part ? part.change : undefined)
      if (part.kind === 'text') add(change, part.text)
      else if (part.kind === 'link') inline(part.content, change)
      else if (part.kind === 'note') inline(part.content, change)
    }
  }
  const block = (one: DocumentBlock): void => {
    if (one.kind === 'heading' || one.kind === 'paragraph') inline(one.content, one.change)
    else if (one.kind === 'code') add(one.change, one.text)
    else if (one.kind === 'quote') one.blocks.forEach(block)
    else if (one.kind === 'list') one.items.flat().forEach(block)
    else if (one.kind === 'table') [one.header, ...one.rows].forEach((row, at) => row.forEach((cell) => inline(cell, one.rowChanges?.[at])))
  }
  blocks.forEach(block)
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
}

describe.skipIf(office === undefined)('tracked changes read by LibreOffice (paquet Debian « libreoffice-writer-nogui »)', () => {
  let folder: string
  const readings: Record<'docx' | 'odt', Reading[]> = { docx: [], odt: [] }
  const written: { tree: readonly DocumentBlock[]; docx: string; odt: string }[] = []

  beforeAll(async () => {
    folder = mkdtempSync(`${tmpdir()}/parvis-tracked-`)
    const letterhead = await cleanOdt(odtFile())
    const names: string[] = []
    for (const [at, pair] of pairs.entries()) {
      const report = reportOf(stepsOf(pair))
      const files = { docx: toDocx(report, plainLetterhead()), odt: toOdt(report, letterhead) }
      written.push({ tree: report.blocks, docx: openParts(files.docx)['word/document.xml']!, odt: openParts(files.odt)['content.xml']! })
      for (const format of ['docx', 'odt'] as const) {
        writeFileSync(`${folder}/${at}-${format}.${format}`, files[format])
        names.push(`${folder}/${at}-${format}.${format}`)
      }
    }
    execFileSync(office!, [`-env:UserInstallation=file://${folder}/profile`, '--headless', '--convert-to', 'fodt', '--outdir', folder, ...names], {
      stdio: 'ignore',
    })
    for (const format of ['docx', 'odt'] as const)
      for (const at of pairs.keys()) readings[format].push(readChanges(readFileSync(`${folder}/${at}-${format}.fodt`, 'utf8')))
  }, 240_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const title = (text: string) => withoutSpaces(text).replace(/^T/, '')

  it.each(['docx', 'odt'] as const)('.%s: accepting all gives the newer version, rejecting all the older one', (format) => {
    for (const [at, pair] of pairs.entries()) {
      expect(title(readings[format][at]!.accepted), `accepted ${at}`).toBe(wordsOf(pair.after))
      expect(title(readings[format][at]!.rejected), `rejected ${at}`).toBe(wordsOf(pair.before))
    }
  })

  it('.docx: the same number of changes, the same text, the same authors', () => {
    for (const [at, { docx, tree }] of written.entries()) {
      // The mark of the last paragraph is counted when it is inserted, and not when it is deleted.
      const counted = [changesOfDocx(docx), changesOfDocx(docx.slice(0, docx.lastIndexOf('</w:p>')))]
      expect(counted, `pair ${at}`).toContainEqual(readings.docx[at]!.changes)
      expect(readings.docx[at]!.texts, `pair ${at}`).toEqual(textsOfTree(tree))
    }
  })

  it('.odt: the same number of changes, the same text, the same authors', () => {
    for (const [at, { odt, tree }] of written.entries()) {
      const { regions, joined, texts } = changesOfOdt(odt)
      // LibreOffice joins some neighbours of one kind and author.
      expect([regions, joined], `pair ${at}`).toContainEqual(readings.odt[at]!.changes.toSorted())
      expect(readings.odt[at]!.texts, `pair ${at}`).toEqual(texts)
      // OpenDocument does not track rows: a table whose rows change is deleted, then inserted.
      if (!tree.some((block) => block.kind === 'table' && block.rowChanges?.some((change) => change !== undefined)))
        expect(texts, `pair ${at}`).toEqual(textsOfTree(tree))
    }
  })
})
