import type { SoundFormat } from '../../platform/transcription/port.ts'

const format = (extension: string, mediaType: string): SoundFormat => ({ extension, mediaType })
const formats = {
  webm: format('webm', 'audio/webm'),
  ogg: format('ogg', 'audio/ogg'),
  mp4: format('m4a', 'audio/mp4'),
  wav: format('wav', 'audio/wav'),
  mp3: format('mp3', 'audio/mpeg'),
  flac: format('flac', 'audio/flac'),
} as const

/** Number of bytes at the start of a WebM or Ogg file in which its tracks are declared. */
const headBytes = 16_384

/**
 * Returns the sound format of a file, from its content alone; null when it is no sound, or also has pictures. The name and the declared type are not read:
 * the sender chooses both.
 */
export function soundFormatOf(bytes: Buffer): SoundFormat | null {
  const head = bytes.subarray(0, headBytes).toString('latin1')
  if (head.startsWith('\x1a\x45\xdf\xa3')) return isSoundOnlyMatroska(head) ? formats.webm : null
  if (head.startsWith('OggS')) return isSoundOnlyOgg(head) ? formats.ogg : null
  if (head.startsWith('ftyp', 4)) return isSoundOnlyMp4(bytes) ? formats.mp4 : null
  if (head.startsWith('RIFF') && head.startsWith('WAVE', 8)) return formats.wav
  if (head.startsWith('fLaC')) return formats.flac
  return isMp3(bytes) ? formats.mp3 : null
}

/** Whether a WebM file has a sound track and no other. A `CodecID` element (0x86, then its size) begins with `A_` or `V_`. */
function isSoundOnlyMatroska(head: string): boolean {
  const codecs = [...head.matchAll(/\x86[\x80-\xff]([AVS])_[A-Z]/g)].map(([, kind]) => kind)
  return codecs.length > 0 && codecs.every((kind) => kind === 'A')
}

/** Whether the first packet of each stream of an Ogg file, declared on the first pages, is that of a sound codec. */
function isSoundOnlyOgg(head: string): boolean {
  let [at, count] = [0, 0]
  // Flag 2 of a page header: first page of a stream. All of them come before the others.
  while (head.startsWith('OggS', at) && (head.charCodeAt(at + 5) & 2) !== 0) {
    const segments = head.charCodeAt(at + 26)
    const data = at + 27 + segments
    if (!/^(?:OpusHead|\x01vorbis|\x7fFLAC|Speex {3})/.test(head.slice(data, data + 8))) return false
    count += 1
    at = data + Buffer.from(head.slice(at + 27, data), 'latin1').reduce((sum, size) => sum + size, 0)
  }
  return count > 0
}

/** Whether an MP4 file has a sound track and no video track. The handler type is in an `hdlr` box, anywhere in the file. */
function isSoundOnlyMp4(bytes: Buffer): boolean {
  let hasSound = false
  for (let at = bytes.indexOf('hdlr', 8, 'latin1'); at !== -1; at = bytes.indexOf('hdlr', at + 4, 'latin1')) {
    const handler = bytes.toString('latin1', at + 12, at + 16)
    if (handler === 'vide') return false
    if (handler === 'soun') hasSound = true
  }
  return hasSound
}

/** Whether bytes begin with an ID3v2 tag, or with the header of an MPEG layer III frame. */
function isMp3(bytes: Buffer): boolean {
  if (bytes.length < 128) return false
  if (bytes.toString('latin1', 0, 3) === 'ID3') return bytes[3]! >= 2 && bytes[3]! <= 4 && bytes.subarray(6, 10).every((size) => size < 0x80)
  const [sync, version, rates] = [bytes[0]!, bytes[1]!, bytes[2]!]
  const isLayer3 = sync === 0xff && (version & 0xe6) === 0xe2 && (version & 0x18) !== 0x08
  const [bitrate, sampling] = [rates >> 4, (rates >> 2) & 3]
  return isLayer3 && bitrate !== 0 && bitrate !== 15 && sampling !== 3
}
