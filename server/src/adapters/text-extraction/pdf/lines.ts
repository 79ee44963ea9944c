import { cutIntoRegions } from './columns.ts';
import type { PlacedText, TextLayer } from './text-items.ts';

/** A line as read, with the cells that wide blanks separate. Positions in points. */
export type Line = { text: string; cells: string[]; x: number; right: number; y: number; height: number; upright: boolean };

/** The lines of a page in reading order, from its layers of placed text. */
export function linesOf(layers: TextLayer[]): Line[] {
  return layers.flatMap(({ turned, items }) => cutIntoRegions(items).flatMap((region) => linesOfRegion(region, turned === 0)));
}

function linesOfRegion(items: PlacedText[], upright: boolean): Line[] {
  const rows: { y: number; height: number; items: PlacedText[] }[] = [];
  for (const item of items.toSorted((one, other) => one.y - other.y || one.x - other.x)) {
    const row = rows.at(-1);
    if (row && Math.abs(item.y - row.y) < 0.5 * Math.max(item.height, row.height)) row.items.push(item);
    else rows.push({ y: item.y, height: item.height, items: [item] });
  }
  return rows.map((row) => joinRow(row.y, row.items, upright)).filter(({ text }) => text !== '');
}

function joinRow(y: number, unsorted: PlacedText[], upright: boolean): Line {
  const items = unsorted.toSorted((one, other) => one.x - other.x);
  const cells: string[] = [];
  let cell = '';
  let end: number | null = null;
  for (const { text, x, width, height } of items) {
    const gap = end === null ? 0 : x - end;
    if (gap > 1.2 * height + 4) {
      cells.push(cell.trim());
      cell = '';
    } else if (gap > 0.15 * height) cell += ' ';
    cell += text;
    end = x + width;
  }
  cells.push(cell.trim());
  return {
    text: cells.join(' ').replace(/\s+/g, ' ').trim(), cells, y, upright,
    x: items[0]!.x, right: end ?? 0, height: Math.max(...items.map(({ height }) => height)),
  };
}
