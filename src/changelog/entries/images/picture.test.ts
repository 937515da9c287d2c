import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { formatOf, PIXEL_LIMIT, pictureFrom, SIDE_LIMIT, UPLOAD_LIMIT, UPLOAD_SIDE_LIMIT } from './picture.ts'

const decoded = (upload: Uint8Array) => pictureFrom(upload, 'acme')

const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 200, g: 30, b: 30, alpha: 0.5 } } })

const sizeOf = async (bytes: Uint8Array) => {
  const { width, height, format } = await sharp(bytes).metadata()
  return { width, height, format }
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A PNG whose header states this size, whatever the pixels are. */
function pngOf(width: number, height: number, pixels: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('each image format is re-encoded as PNG or JPEG', async () => {
  const takes = {
    png: [await plain(30, 20).png().toBuffer(), 'png'],
    jpeg: [await plain(30, 20).jpeg().toBuffer(), 'jpeg'],
    webp: [await plain(30, 20).webp().toBuffer(), 'jpeg'],
    'webp with transparency': [await plain(30, 20, 4).webp().toBuffer(), 'png'],
    gif: [await plain(30, 20).gif().toBuffer(), 'png'],
    avif: [await plain(30, 20).avif().toBuffer(), 'jpeg'],
  } as const
  for (const [name, [upload, format]] of Object.entries(takes)) {
    const picture = await decoded(upload)
    assert.deepEqual(await sizeOf(picture.bytes), { width: 30, height: 20, format }, name)
    assert.equal(picture.mediaType, `image/${format}`)
  }
})

test('a large image is scaled down, rotated upright and stripped of metadata', async () => {
  const upload = await plain(4_000, 1_000)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'secret place' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const { bytes, width, height } = await decoded(upload)
  assert.deepEqual([width, height], [SIDE_LIMIT / 4, SIDE_LIMIT])
  const { exif, icc, xmp, orientation } = await sharp(bytes).metadata()
  assert.deepEqual([exif, icc, xmp, orientation], [undefined, undefined, undefined, undefined])
  assert.ok(!Buffer.from(bytes).includes('secret place'))
})

test('only the first frame of an animation is kept', async () => {
  const frames = await Promise.all(
    ['red', 'blue', 'green'].map(background =>
      sharp({ create: { width: 10, height: 10, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const upload = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  assert.equal((await sharp(upload).metadata()).pages, 3)
  const { bytes, height } = await decoded(upload)
  assert.equal(height, 10)
  const { dominant } = await sharp(bytes).stats()
  assert.ok(dominant.r > 200 && dominant.b < 60)
})

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

test('a file that is not an image is refused', async () => {
  const png = await plain(30, 20).png().toBuffer()
  const refused: Record<string, Buffer> = {
    nothing: Buffer.alloc(0),
    text: Buffer.from('hello'),
    svg: Buffer.from(SVG),
    'svg with a declaration': Buffer.from(`<?xml version="1.0"?>\n${SVG}`),
    'svg behind a byte order mark': Buffer.from(`\ufeff${SVG}`),
    html: Buffer.from('<!doctype html><img src=x onerror=alert(1)>'),
    pdf: Buffer.from('%PDF-1.7\n'),
    tiff: await plain(30, 20).tiff().toBuffer(),
    heic: Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1'),
    'only the first bytes of a png': png.subarray(0, 20),
    'a png that ends too early': png.subarray(0, png.length - 30),
    'a jpeg that ends too early': (await plain(800, 600).jpeg().toBuffer()).subarray(0, 700),
    'svg that begins like a jpeg': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(SVG)]),
    'svg that begins like a gif': Buffer.from(`GIF89a${SVG}`),
    'a webp of noise': Buffer.from(`RIFF\0\0\0\0WEBPVP8 ${'x'.repeat(200)}`),
    'an avif of noise': Buffer.from(`\0\0\0 ftypavif${'x'.repeat(200)}`),
  }
  for (const [name, upload] of Object.entries(refused))
    await assert.rejects(decoded(upload), { code: 'invalid_parameter' }, name)
})

test('data hidden in or after an image is removed', async () => {
  const png = await plain(30, 20).png().toBuffer()
  for (const tail of [SVG, '<script>alert(1)</script>', 'PK\u0003\u0004 and a whole archive']) {
    const { bytes } = await decoded(Buffer.concat([png, Buffer.from(tail)]))
    assert.ok(!Buffer.from(bytes).includes(tail))
  }
  const comment = chunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>'))
  const { bytes } = await decoded(Buffer.concat([png.subarray(0, 33), comment, png.subarray(33)]))
  assert.ok(!Buffer.from(bytes).includes('script'))
})

test('decompression bombs are refused before they are decoded', async () => {
  const side = Math.ceil(Math.sqrt(PIXEL_LIMIT)) + 1
  const bombs: Record<string, Buffer> = {
    'an AVIF that would take much memory': await plain(3_000, 3_000)
      .avif({ effort: 0, quality: 30 })
      .toBuffer(),
    'a few bytes that claim a huge picture': pngOf(60_000, 60_000, Buffer.alloc(100)),
    'a picture just over the limit': pngOf(side, side, Buffer.alloc(side * (side + 1))),
    'as large as the format can say': pngOf(2 ** 31 - 1, 2 ** 31 - 1, Buffer.alloc(100)),
  }
  for (const [name, upload] of Object.entries(bombs)) {
    assert.ok(upload.length < 100_000, name)
    const before = process.memoryUsage().rss
    await assert.rejects(decoded(upload), { name: 'AppError' }, name)
    assert.ok(process.memoryUsage().rss - before < 100_000_000, name)
  }
})

test('an upload above the size limit is refused', async () => {
  const upload = Buffer.alloc(100_000_000)
  upload.set((await plain(30, 20).png().toBuffer()).subarray(0, 100))
  await assert.rejects(decoded(upload), { code: 'too_large' })
  await assert.rejects(decoded(Buffer.alloc(UPLOAD_LIMIT + 1)), { code: 'too_large' })
})

test('an image that compresses badly is made small enough or refused', async () => {
  const noise = await sharp({
    create: {
      width: 2_400,
      height: 2_400,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const outcome = await decoded(noise).catch(error => error)
  if (outcome instanceof Error) assert.equal('code' in outcome && outcome.code, 'too_large')
  else assert.ok(outcome.bytes.length <= 4 * 1024 * 1024)
})

test('an image of one long line is refused before it is scaled down', async () => {
  const line = 39_000_000
  const lines = {
    wide: pngOf(line, 1, Buffer.alloc(line + 1)),
    high: pngOf(1, line, Buffer.alloc(2 * line)),
    'just too wide': pngOf(UPLOAD_SIDE_LIMIT + 1, 1, Buffer.alloc(UPLOAD_SIDE_LIMIT + 2)),
  }
  for (const [name, upload] of Object.entries(lines))
    await assert.rejects(decoded(upload), { code: 'too_large' }, name)
  const widest = pngOf(UPLOAD_SIDE_LIMIT, 1, Buffer.alloc(UPLOAD_SIDE_LIMIT + 1))
  assert.equal((await decoded(widest)).width, SIDE_LIMIT)
})

test('ten pictures that an account uploads at once are all decoded', async () => {
  const upload = await plain(300, 200).png().toBuffer()
  const pictures = await Promise.all(Array.from({ length: 10 }, () => decoded(upload)))
  assert.deepEqual(new Set(pictures.map(({ width }) => width)), new Set([300]))
})

test('the uploads of one account wait in a short queue, behind which no other account waits', async () => {
  const upload = await plain(300, 200).png().toBuffer()
  const order: string[] = []
  const uploadFor = (account: string) => pictureFrom(upload, account).then(() => order.push(account))
  const all = await Promise.allSettled([
    ...Array.from({ length: 20 }, () => uploadFor('acme')),
    uploadFor('globex'),
  ])
  assert.deepEqual(order.slice(0, 3), ['acme', 'acme', 'globex'])
  const refused = all.filter(one => one.status === 'rejected')
  assert.ok(refused.length > 0 && refused.every(one => one.reason.code === 'unavailable'))
  assert.equal((await decoded(upload)).width, 300)
})

test('the format is recognised by the first bytes', () => {
  assert.equal(formatOf(Buffer.from('GIF89a')), 'gif')
  assert.equal(formatOf(Buffer.from('GIF88a')), null)
})
