import type { DocumentBuilder } from '../document-builder.ts';
import type { Line } from './lines.ts';

/** A page known by the geometry of its lines. */
export type LinePage = { lines: Line[]; /** in points */ height: number };

/** What is learnt from all pages before any is written. */
export type Typography = { isHeading(line: Line): number; isRunning(line: Line, page: LinePage): boolean };

const HEADING_RATIO = 1.12;
const EDGE = 0.1;
const BULLET = /^([•\-–▪◦‣·■□➢\uF0B7\uF0A7]|\(?\d+[.)]|[a-z]\))\s/u;
const DASH_BULLET = /^[•–▪◦‣■□➢\uF0B7\uF0A7-]\s*/u;

/** Sizes of headings and texts that come back at the same edge of many pages. */
export function studyTypography(pages: LinePage[]): Typography {
  const sizes = new Map<number, number>();
  const edges = new Map<string, number>();
  for (const page of pages) {
    for (const line of page.lines) sizes.set(sizeOf(line), (sizes.get(sizeOf(line)) ?? 0) + line.text.length);
    for (const key of new Set(page.lines.filter((line) => isAtEdge(line, page)).map(mask))) edges.set(key, (edges.get(key) ?? 0) + 1);
  }
  const body = [...sizes].sort((one, other) => other[1] - one[1])[0]?.[0] ?? 10;
  const headingSizes = [...sizes.keys()].filter((size) => size > body * HEADING_RATIO).sort((one, other) => other - one).slice(0, 6);
  const oftenEnough = Math.max(3, pages.length * 0.3);
  return {
    isHeading(line) {
      if (line.text.length >= 200 || !/\p{L}{2}/u.test(line.text)) return 0;
      const size = sizeOf(line);
      return size > body * HEADING_RATIO ? headingSizes.indexOf(size) + 1 || headingSizes.length : 0;
    },
    isRunning: (line, page) => pages.length >= 3 && isAtEdge(line, page) && (edges.get(mask(line)) ?? 0) >= oftenEnough,
  };
}

/** Writes a page: headings by size, tables by aligned cells, paragraphs by spacing, running headers as boilerplate. */
export function writeLines(page: LinePage, typography: Typography, builder: DocumentBuilder): void {
  let paragraph = '';
  let heading: { level: number; text: string } | null = null;
  let rows: string[][] = [];
  let previous: Line | null = null;

  const flush = () => {
    if (heading) builder.heading(heading.level, heading.text);
    if (rows.length > 0) writeRows(rows, builder);
    if (paragraph) DASH_BULLET.test(paragraph) ? builder.listItem(paragraph.replace(DASH_BULLET, '')) : builder.paragraph(paragraph);
    heading = null;
    rows = [];
    paragraph = '';
  };

  for (const line of page.lines) {
    if (typography.isRunning(line, page)) {
      flush();
      builder.paragraph(line.text, { boilerplate: true });
      continue;
    }
    const near = previous !== null && line.y >= previous.y && line.y - previous.y <= 1.67 * Math.max(line.height, previous.height);
    const level = typography.isHeading(line);
    if (level) {
      if (heading && near && heading.level === level) heading.text += ` ${line.text}`;
      else {
        flush();
        heading = { level, text: line.text };
      }
    } else if (line.cells.length > 1 && line.cells.length < 30) {
      if (rows.length === 0) flush();
      rows.push(line.cells);
    } else if (!paragraph || !near || BULLET.test(line.text)) {
      flush();
      paragraph = line.text;
    } else paragraph = joinLines(paragraph, line.text);
    previous = line;
  }
  flush();
}

/** One line cut by a wide blank is more often a letterhead than a table. */
function writeRows(rows: string[][], builder: DocumentBuilder): void {
  if (rows.length === 1) builder.paragraph(rows[0]!.join(' '));
  else builder.table(rows);
}

/** A word cut by a hyphen at the end of a line is put together; a compound name keeps its hyphen. */
export function joinLines(before: string, after: string): string {
  if (!/\p{L}[-\u2010\u00AD]$/u.test(before)) return `${before} ${after}`;
  return /^\p{Ll}/u.test(after) ? before.slice(0, -1) + after : before + after;
}

function isAtEdge(line: Line, { height }: LinePage): boolean {
  return line.upright && (line.y < height * EDGE || line.y > height * (1 - EDGE));
}

function sizeOf(line: Line): number {
  return Math.round(line.height * 2) / 2;
}

function mask(line: Line): string {
  return line.text.replace(/\d+/g, '#');
}
