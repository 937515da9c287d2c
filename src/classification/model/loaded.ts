import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createJudge, type Judge, type Model } from './model.ts'
import { OPENING, versionIn } from './packed.ts'
import { unpackModel } from './weights.ts'

/** The weights that come with the product. */
export const WEIGHTS = fileURLToPath(new URL('weights.bin', import.meta.url))

/** A model and what judges by it. */
export interface Loaded extends Judge {
  model: Model
}

let loaded: Loaded | undefined

/** The model of the product, read when it is first asked: a start does not pay for it. */
export function theModel(): Loaded {
  loaded ??= ready(unpackModel(readFileSync(WEIGHTS)))
  return loaded
}

export const ready = (model: Model): Loaded => ({ model, ...createJudge(model) })

/** Of the product's weights, from the first bytes of their file alone. */
export function weightsVersion(): string {
  const file = openSync(WEIGHTS, 'r')
  try {
    const opening = Buffer.alloc(OPENING)
    readSync(file, opening, 0, OPENING, 0)
    return versionIn(opening.toString('latin1'))
  } finally {
    closeSync(file)
  }
}
