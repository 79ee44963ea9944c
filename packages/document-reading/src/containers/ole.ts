const END_OF_CHAIN = 0xfffffffa
const NO_STREAM = 0xffffffff

/**
 * Returns the names of the streams at the root of an OLE compound file (old or encrypted Office file), in upper case. Streams of embedded objects are left
 * out. An unreadable directory gives an empty list.
 * Source: [MS-CFB], sections 2.2 (header), 2.3 (FAT), 2.6 (directory).
 */
export function oleRootNames(bytes: Uint8Array): string[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.length < 1024) return []
  const sectorSize = 1 << Math.min(buffer.readUInt16LE(30), 12)
  const sector = (index: number) => (index + 1) * sectorSize
  const nextSector = (index: number): number => {
    const perSector = sectorSize / 4
    const fatIndex = Math.floor(index / perSector)
    // The first 109 FAT sectors are listed in the header: enough for a directory near the start.
    if (fatIndex >= 109) return NO_STREAM
    const at = sector(buffer.readUInt32LE(76 + fatIndex * 4)) + (index % perSector) * 4
    return at + 4 <= buffer.length ? buffer.readUInt32LE(at) : NO_STREAM
  }

  const entries: { name: string; left: number; right: number; child: number }[] = []
  for (let index = buffer.readUInt32LE(48), turns = 0; index < END_OF_CHAIN && turns < 1000; index = nextSector(index), turns++) {
    for (let at = sector(index); at < sector(index) + sectorSize && at + 128 <= buffer.length; at += 128) {
      const length = Math.min(Math.max(buffer.readUInt16LE(at + 64) - 2, 0), 62)
      entries.push({
        name: buffer.toString('utf16le', at, at + length).toUpperCase(),
        left: buffer.readUInt32LE(at + 68),
        right: buffer.readUInt32LE(at + 72),
        child: buffer.readUInt32LE(at + 76),
      })
    }
  }
  const names: string[] = []
  const visited = new Set<number>()
  const toVisit = [entries[0]?.child ?? NO_STREAM]
  for (let index = toVisit.pop(); index !== undefined; index = toVisit.pop()) {
    const entry = entries[index]
    if (!entry || visited.has(index)) continue
    visited.add(index)
    names.push(entry.name)
    toVisit.push(entry.left, entry.right)
  }
  return names
}
