// `node scripts/compile-vectors.ts`: compiles src/classification/model/vectors.wat to vectors.wasm beside it, which is committed too, so that
// nothing need be compiled before the product starts. A test tells when that was forgotten.
import { readFile, writeFile } from 'node:fs/promises'
import { bytesOfWat } from '#testing/wat.ts'

const MODEL = new URL('../src/classification/model/', import.meta.url)

const text = await readFile(new URL('vectors.wat', MODEL), 'utf8')
const bytes = await bytesOfWat('vectors.wat', text)
await writeFile(new URL('vectors.wasm', MODEL), bytes)
console.log(`vectors.wasm: ${bytes.length} bytes`)
