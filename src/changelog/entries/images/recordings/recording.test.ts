import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { anAnimation, aRecording, box, withBoxes } from '#testing/recordings/recordings.ts'
import { mediaFrom, RECORDING_LIMIT, type Recording } from './recording.ts'

const PLACE = '+27.5916+086.5640+8850/'

async function recorded(upload: Uint8Array): Promise<Recording> {
  const media = await mediaFrom(upload, 'acme')
  assert.ok('poster' in media)
  return media
}

const holds = (bytes: Uint8Array, text: string) => Buffer.from(bytes).includes(text)

test('recordings are known by their first bytes and measured', async () => {
  for (const format of ['mp4', 'webm'] as const) {
    const { mediaType, width, height, poster } = await recorded(aRecording(format))
    assert.deepEqual([mediaType, width, height, poster], [`video/${format}`, 160, 90, null])
  }
  const gif = await recorded(await anAnimation())
  assert.deepEqual([gif.mediaType, gif.width, gif.height], ['image/gif', 20, 10])
  const { dominant } = await sharp(gif.poster?.bytes).stats()
  assert.ok(dominant.r > 200 && dominant.b < 60, 'its first frame is the poster')
})

test('a GIF of one frame, and any picture, is a picture', async () => {
  const still = sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } })
  for (const upload of [await still.gif().toBuffer(), await still.png().toBuffer()])
    assert.equal((await mediaFrom(upload, 'acme')).mediaType, 'image/png')
})

test('places, titles and times are removed, and nothing moves', async () => {
  const told = box('udta', box('©xyz', Buffer.from(PLACE)))
  const mp4 = withBoxes(aRecording('mp4'), told, box('meta', Buffer.from(PLACE)))
  const upload = Buffer.concat([mp4, box('uuid', Buffer.from(`${'u'.repeat(16)}<x:xmpmeta>${PLACE}`))])
  upload.writeUInt32BE(0x51e8_8c00, upload.indexOf('mvhd') + 12)
  const film = await recorded(upload)
  assert.equal(film.bytes.length, upload.length)
  assert.ok(holds(upload, PLACE) && !holds(film.bytes, PLACE) && !holds(film.bytes, 'xmpmeta'))
  assert.equal(Buffer.from(film.bytes).readUInt32BE(upload.indexOf('mvhd') + 12), 0)

  const tags = Buffer.concat([Buffer.from([0x12, 0x54, 0xc3, 0x67, 0x80 + PLACE.length]), Buffer.from(PLACE)])
  const webm = await recorded(withElement(aRecording('webm'), tags))
  assert.ok(!holds(webm.bytes, PLACE) && !holds(webm.bytes, 'Chrome'))

  const [gif, said] = [await anAnimation(), Buffer.from([0x21, 0xfe, PLACE.length])]
  const comment = Buffer.concat([said, Buffer.from(PLACE), Buffer.from([0])])
  const noted = Buffer.concat([gif.subarray(0, -1), comment, Buffer.from([0x3b]), Buffer.from(PLACE)])
  const clean = await recorded(noted)
  assert.ok(!holds(clean.bytes, PLACE))
  assert.equal((await sharp(clean.bytes, { animated: true }).metadata()).pages, 2)
})

/** The WebM with an element at the end of its last part. */
const withElement = (webm: Buffer, element: Buffer): Buffer => {
  const at = webm.indexOf(Buffer.from([0x18, 0x53, 0x80, 0x67]))
  const grown = Buffer.concat([webm, element])
  grown.writeUIntBE(webm.readUIntBE(at + 6, 6) + element.length, at + 6, 6)
  return grown
}

test('what is no recording, or cannot be used as one, is refused with the reason', async () => {
  const [mp4, webm, gif] = [aRecording('mp4'), aRecording('webm'), await anAnimation()]
  const places = box('trak', box('mdia', box('hdlr', Buffer.from('\0\0\0\0\0\0\0\0meta'))))
  const deep = Buffer.concat(Array.from({ length: 90_000 }, () => Buffer.from('\0\0\0\u0008trak', 'latin1')))
  const refused: [name: string, upload: Buffer, why: RegExp][] = [
    ['text', Buffer.from('hello'), /not a PNG.*MP4 or WebM/],
    ['html', Buffer.from('<!doctype html><video src=x>'), /not a PNG/],
    ['a QuickTime recording', Buffer.concat([box('ftyp', Buffer.from('qt  \0\0\0\0')), mp4]), /QuickTime/],
    ['a track of places', withBoxes(mp4, places), /track of data/],
    ['an MP4 that ends too early', mp4.subarray(0, 400), /damaged/],
    ['an MP4 without a picture', box('ftyp', Buffer.from('isom\0\0\0\0isom')), /damaged/],
    ['an MP4 and a page', Buffer.concat([mp4, Buffer.from('<script>alert(1)</script>')]), /damaged/],
    ['an MP4 of boxes in boxes', Buffer.concat([box('ftyp', Buffer.from('isom')), deep]), /damaged/],
    ['a box that is larger than the file', box('ftyp', Buffer.from('isom')).fill(0xff, 0, 3), /damaged/],
    ['a WebM that ends too early', webm.subarray(0, 200), /damaged/],
    ['a Matroska', Buffer.from(webm.toString('latin1').replace('webm', 'matr'), 'latin1'), /damaged/],
    ['a GIF that ends in a frame', gif.subarray(0, -20), /damaged/],
    ['a large one', Buffer.concat([mp4, box('free', Buffer.alloc(RECORDING_LIMIT))]), /at most 8 MiB/],
  ]
  for (const [name, upload, why] of refused)
    await assert.rejects(mediaFrom(upload, 'acme'), (error: Error) => why.test(error.message), name)
  const crop = { x: 0, y: 0, width: 0.5, height: 0.5 }
  await assert.rejects(mediaFrom(webm, 'acme', crop), /cannot be cropped/)
})
