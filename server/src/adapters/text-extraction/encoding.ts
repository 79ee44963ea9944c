import iconv from 'iconv-lite';

/**
 * Decodes a text file whose encoding nobody wrote down: byte order mark, then NUL pattern (UTF-16
 * without a mark), then strict UTF-8, then Windows-1252 against Mac Roman by which one makes
 * plausible French.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: string } {
  const encoding = detectEncoding(bytes);
  return { text: iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding), encoding };
}

/** The iconv name of the encoding of a text file. */
export function detectEncoding(bytes: Uint8Array): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const utf16 = utf16WithoutMark(bytes);
  if (utf16) return utf16;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    // A file cut in the middle of a character is still UTF-8.
    const cut = bytes.subarray(0, Math.max(0, bytes.length - 3));
    if (bytes.length > 64 && isUtf8(cut)) return 'utf-8';
  }
  return frenchScore(bytes, 'macroman') > frenchScore(bytes, 'windows-1252') ? 'macroman' : 'windows-1252';
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // `stream` accepts an unfinished character at the end.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function utf16WithoutMark(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, 4096);
  if (sample.length < 4) return null;
  const nul = [0, 0];
  sample.forEach((byte, i) => { if (byte === 0) nul[i & 1]!++; });
  const half = sample.length / 2;
  if (nul[1]! > half * 0.6 && nul[0]! < half * 0.1) return 'utf-16le';
  if (nul[0]! > half * 0.6 && nul[1]! < half * 0.1) return 'utf-16be';
  return null;
}

/** Accented letters beside lower-case letters speak for an encoding, odd symbols inside words against it. */
function frenchScore(bytes: Uint8Array, encoding: string): number {
  const text = iconv.decode(Buffer.from(bytes.subarray(0, 200_000)), encoding);
  const plausible = text.match(/[a-z][éèêàâçùûîôïëœ]|[éèêàâçùûîôïëœ][a-z]|[a-z]’[a-zéèêàâ]|[ÉÈÀÇÊÔ][A-Z]| « | »|\d €/g)?.length ?? 0;
  const odd = text.match(/[a-z][^\x00-\x7Féèêàâçùûîôïëœæüöäáíóúñ’ \u00A0«»–—…€°²³A-Z]/g)?.length ?? 0;
  const controls = text.match(/[\u0080-\u009F]/g)?.length ?? 0;
  return plausible - 2 * odd - 2 * controls;
}
