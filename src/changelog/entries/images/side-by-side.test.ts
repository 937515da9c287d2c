import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { pictureFrom, SIDE_LIMIT } from './picture.ts'
import { sideBySide } from './pull-pictures.ts'

const plain = (width: number, height: number, format: 'png' | 'jpeg') =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    [format]()
    .toBuffer()

test('two pictures stand side by side at the height of the lower one, within the limits of one picture', async () => {
  const joined = async (format: 'png' | 'jpeg', ...sizes: [width: number, height: number][]) => {
    const [left, right] = await Promise.all(
      sizes.map(async ([width, height]) => pictureFrom(await plain(width, height, format), 'acme')),
    )
    assert.ok(left && right)
    const { width, height, mediaType } = await sideBySide(left, right, 'acme')
    return { width, height, mediaType }
  }
  assert.deepEqual(await joined('png', [300, 200], [200, 400]), {
    width: 300 + 8 + 100,
    height: 200,
    mediaType: 'image/png',
  })
  assert.equal((await joined('jpeg', [300, 200], [300, 200])).mediaType, 'image/jpeg')
  for (const sizes of [
    [
      [2_000, 1_000],
      [2_000, 1_000],
    ],
    [
      [2_000, 3],
      [2_000, 3],
    ],
  ] as [number, number][][]) {
    const { width } = await joined('png', ...sizes)
    assert.ok(width <= SIDE_LIMIT, `${width}`)
  }
})
