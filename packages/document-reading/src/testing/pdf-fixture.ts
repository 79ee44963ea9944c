import { deflateSync } from 'node:zlib'
import type { GreyImage } from './image-fixtures.ts'

/** A page of a handmade PDF: drawing operators, and other entries of its dictionary. */
type FixturePage = { content: string | Uint8Array; extra?: string; filter?: string; size?: [number, number] }
type FixturePdf = {
  pages: FixturePage[]
  /** More objects, numbered from 1000. */ objects?: (string | { dictionary: string; stream: Uint8Array })[]
  catalog?: string
  trailer?: string
}

/** Draws one line of Helvetica (F1) or Zapf Dingbats (F2). Its baseline starts at x, y points from the bottom left corner. */
export function drawText(x: number, y: number, text: string, size = 11, font = 'F1'): string {
  const escaped = text.replace(/[\\()]/g, '\\$&')
  return `BT /${font} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${escaped}) Tj ET\n`
}

/** Makes a well-formed PDF. Texts must be encodable in Windows-1252. */
export function makePdf({ pages, objects = [], catalog = '', trailer = '' }: FixturePdf): Uint8Array {
  const chunks: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets = new Map<number, number>()
  let length = chunks[0]!.length
  const write = (chunk: Buffer) => {
    chunks.push(chunk)
    length += chunk.length
  }
  const object = (number: number, body: string, stream?: Uint8Array) => {
    offsets.set(number, length)
    write(Buffer.from(`${number} 0 obj\n${body}\n`, 'latin1'))
    if (stream) write(Buffer.concat([Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')]))
    write(Buffer.from('endobj\n'))
  }
  object(1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`)
  object(2, `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${10 + i * 2} 0 R`).join(' ')}] >>`)
  object(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  object(4, '<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>')
  pages.forEach(({ content, extra = '', filter = '', size = [595, 842] }, i) => {
    const stream = typeof content === 'string' ? Buffer.from(content, 'latin1') : content
    object(
      10 + i * 2,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size[0]} ${size[1]}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> /XObject << /Im1 1000 0 R >> >> /Contents ${11 + i * 2} 0 R ${extra} >>`,
    )
    object(11 + i * 2, `<< /Length ${stream.length} ${filter} >>`, stream)
  })
  objects.forEach((entry, i) => {
    if (typeof entry === 'string') object(1000 + i, entry)
    else object(1000 + i, entry.dictionary.replace('>>', `/Length ${entry.stream.length} >>`), entry.stream)
  })
  const start = length
  const numbers = [...offsets.keys()].sort((one, other) => one - other)
  const xref = numbers.map((number) => `${number} 1\n${String(offsets.get(number)).padStart(10, '0')} 00000 n \n`).join('')
  write(
    Buffer.from(
      `xref\n0 1\n0000000000 65535 f \n${xref}trailer\n<< /Size ${Math.max(...numbers) + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`,
      'latin1',
    ),
  )
  return Buffer.concat(chunks)
}

/** Makes a PDF whose pages all have the same drawing. Its marked contents 0, 1… each have a role in the structure tree. */
export function makeTaggedPdf(content: string, roles: string[], count = 1): Uint8Array {
  const pages = Array.from({ length: count }, (_, page) => page)
  const element = (page: number, mark: number) => `${1002 + page * roles.length + mark} 0 R`
  const elements = pages.map((page) => roles.map((_, mark) => element(page, mark)).join(' '))
  return makePdf({
    pages: pages.map((page) => ({ content, extra: `/StructParents ${page}` })),
    catalog: '/MarkInfo << /Marked true >> /StructTreeRoot 1000 0 R',
    objects: [
      `<< /Type /StructTreeRoot /K 1001 0 R /ParentTree << /Nums [${elements.map((ofPage, page) => `${page} [${ofPage}]`).join(' ')}] >> >>`,
      `<< /Type /StructElem /S /Document /P 1000 0 R /K [${elements.join(' ')}] >>`,
      ...pages.flatMap((page) => roles.map((role, mark) => `<< /Type /StructElem /S /${role} /P 1001 0 R /Pg ${10 + page * 2} 0 R /K ${mark} >>`)),
    ],
  })
}

/** Marks a drawing as a numbered content of a tagged page. */
export function markContent(id: number, drawing: string): string {
  return `/P << /MCID ${id} >> BDC ${drawing} EMC\n`
}

/** Makes a page that only contains a grey image, as from a scanner, with a drawing `over` it. */
export function makeScannedPdf({ pixels, width, height }: GreyImage, over = ''): Uint8Array {
  return makePdf({
    pages: [{ content: `q 595 0 0 842 0 0 cm /Im1 Do Q ${over}` }],
    objects: [
      {
        dictionary: `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode >>`,
        stream: deflateSync(pixels.subarray(0, width * height)),
      },
    ],
  })
}
