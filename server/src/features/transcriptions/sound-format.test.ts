import { describe, expect, it } from 'vitest'
import { makeWav } from '../../testing/fakes/fake-transcription-server.ts'
import { soundFormatOf } from './sound-format.ts'

const ogg = (...packets: string[]) => {
  const page = (packet: string) => `OggS\0\x02${'\0'.repeat(20)}\x01${String.fromCharCode(packet.length)}${packet}`
  return `${packets.map(page).join('')}OggS\0\0${'\0'.repeat(20)}\x01\x01x`
}
const webm = (...codecs: string[]) => `\x1a\x45\xdf\xa3\x84webm${codecs.map((codec) => `\xae\x86${String.fromCharCode(0x80 + codec.length)}${codec}`).join('')}`
const mp4 = (...handlers: string[]) =>
  `\0\0\0\x18ftypM4A \0\0\0\0${handlers.map((kind) => `\0\0\0\x20hdlr${'\0'.repeat(8)}${kind}`).join('')}${'\0'.repeat(20)}`

describe('the format is read in the content', () => {
  it.each([
    ['WebM of a browser', webm('A_OPUS'), 'webm'],
    ['WebM with pictures', webm('A_OPUS', 'V_VP8'), null],
    ['WebM without a track', webm(), null],
    ['Ogg Opus', ogg('OpusHead........'), 'ogg'],
    ['Ogg Vorbis', ogg('\x01vorbis........'), 'ogg'],
    ['Ogg with pictures', ogg('\x01vorbis........', '\x80theora........'), null],
    ['MP4 of Safari', mp4('soun'), 'm4a'],
    ['MP4 with pictures', mp4('soun', 'vide'), null],
    ['HEIC picture', mp4('pict'), null],
    ['WAV', makeWav(), 'wav'],
    ['AVI film', 'RIFF....AVI LIST', null],
    ['FLAC', 'fLaC\0\0\0\x22', 'flac'],
    ['MP3', `\xff\xfb\x90\x44${'\0'.repeat(400)}`, 'mp3'],
    ['MP3 with a tag', `ID3\x04\0\0\0\0\x02\0${'\0'.repeat(400)}`, 'mp3'],
    ['JPEG', `\xff\xd8\xff\xe0${'\0'.repeat(400)}`, null],
    ['UTF-16 text', `\xff\xfeB\0o\0n\0${'\0'.repeat(400)}`, null],
    ['PDF', '%PDF-1.7', null],
    ['text', 'Bonjour', null],
    ['nothing', '', null],
  ])('%s', (_name, content, extension) => {
    const bytes = Buffer.isBuffer(content) ? content : Buffer.from(content, 'latin1')
    expect(soundFormatOf(bytes)?.extension ?? null).toBe(extension)
    // A cut file throws nothing.
    for (let end = 0; end < Math.min(bytes.length, 300); end++) soundFormatOf(bytes.subarray(0, end))
  })
})
