// `node scripts/compile-instructions.ts`: compiles the .wat files in src/classification/model to .wasm beside them, which are committed too,
// so that nothing need be compiled before the product starts. A test tells when that was forgotten.
import { readFile, writeFile } from 'node:fs/promises'
import { bytesOfWat } from '#testing/wat.ts'

const MODEL = new URL('../src/classification/model/', import.meta.url)

for (const name of ['vectors', 'trees']) {
  const text = await readFile(new URL(`${name}.wat`, MODEL), 'utf8')
  const bytes = await bytesOfWat(`${name}.wat`, text)
  await writeFile(new URL(`${name}.wasm`, MODEL), bytes)
  console.log(`${name}.wasm: ${bytes.length} bytes`)
}
