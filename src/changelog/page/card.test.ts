import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { formatOf, pictureFrom } from '#changelog/entries/images/picture.ts'
import { paintCard } from './card.ts'

const CARD = {
  entry: { title: 'Export reports as CSV', kind: 'feature', isBreaking: false },
  pageTitle: 'What is new at Acme',
  accent: null,
} as const

test('a card is painted after an image was uploaded, and an SVG is still no upload', async () => {
  const create = { width: 8, height: 8, channels: 3, background: 'red' } as const
  await pictureFrom(await sharp({ create }).png().toBuffer(), 'acme')
  assert.equal(formatOf(await paintCard(CARD, 'acme')), 'png')
  const disguised = Buffer.from('GIF89a<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  await assert.rejects(pictureFrom(disguised, 'acme'), { code: 'invalid_parameter' })
  await assert.rejects(
    sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')).metadata(),
    /unsupported image format/,
  )
})
