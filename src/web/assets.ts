import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { memoizeOnce } from '#platform/cache.ts'

interface Asset {
  type: string
  body: Uint8Array<ArrayBuffer>
}

/** Everything that our pages load, and by which version of it all; nothing comes from another host. */
export interface Assets {
  /** Changes with any of them, and is part of their addresses. */
  version: string
  files: ReadonlyMap<string, Asset>
}

const font = (name: string) => import.meta.resolve(`@fontsource-variable/${name}-wght-normal.woff2`)
const own = (name: string) => new URL(`./site/${name}`, import.meta.url).href

const SOURCES: Record<string, { type: string; file: string }> = {
  'type.css': { type: 'text/css; charset=utf-8', file: own('type.css') },
  'site.css': { type: 'text/css; charset=utf-8', file: own('site.css') },
  'icon.svg': { type: 'image/svg+xml', file: own('icon.svg') },
  'serif.woff2': { type: 'font/woff2', file: font('source-serif-4/files/source-serif-4-latin') },
  'sans.woff2': { type: 'font/woff2', file: font('source-sans-3/files/source-sans-3-latin') },
  'code.woff2': { type: 'font/woff2', file: font('source-code-pro/files/source-code-pro-latin') },
}

/** Read once, when first asked for: together they are a quarter of a megabyte. */
export const assets = memoizeOnce(load)

async function load(): Promise<Assets> {
  const files = new Map<string, Asset>()
  const hash = createHash('sha256')
  for (const [name, { type, file }] of Object.entries(SOURCES)) {
    const body = new Uint8Array(await readFile(fileURLToPath(file)))
    files.set(name, { type, body })
    hash.update(body)
  }
  return { version: hash.digest('hex').slice(0, 12), files }
}
