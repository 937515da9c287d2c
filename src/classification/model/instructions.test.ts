import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { bytesOfWat } from '#testing/wat.ts'

for (const name of ['vectors', 'trees'])
  test(`the committed instructions of ${name} are those that the text compiles to`, async () => {
    const here = (ending: string) => readFileSync(new URL(`${name}.${ending}`, import.meta.url))
    const compiled = await bytesOfWat(`${name}.wat`, here('wat').toString())
    assert.deepEqual([...here('wasm')], [...compiled], 'Run node scripts/compile-instructions.ts')
  })
