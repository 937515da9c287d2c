import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from '#changelog/feeds/http.ts'
import { BoundedCache } from '#platform/cache.ts'

const MEMORY = 24 * 1024 * 1024

/** A rendered document in one encoding, ready to be sent. */
export interface CachedDocument {
  body: Uint8Array<ArrayBuffer>
  /** Strong: it names these very bytes. */
  etag: string
  headers: Record<string, string>
}

/** A document before it is encoded, with the headers that belong to it. */
export interface RenderedText {
  text: string
  headers: Record<string, string>
}

interface Held {
  revision: number
  document: CachedDocument
}

const ENCODERS: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: body => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: body => promisify(gzip)(body),
  identity: async body => body,
}

/** Keeps what was rendered until its revision changes. */
export class DocumentCache {
  readonly #held = new BoundedCache<Held>(MEMORY)

  /** The document of this key and revision, rendered and encoded where it is not kept. Null where `render` gives null. */
  async get(
    key: string,
    { revision, encoding }: { revision: number; encoding: Encoding },
    render: () => Promise<RenderedText | null>,
  ): Promise<CachedDocument | null> {
    const encodedKey = `${key} ${encoding}`
    const held = this.#held.get(encodedKey)
    if (held?.revision === revision) return held.document
    const rendered = await render()
    if (rendered === null) return null
    const { text, headers } = rendered
    const plain = Buffer.from(text)
    const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
    const document = {
      body: new Uint8Array(await ENCODERS[encoding](plain)),
      etag: encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`,
      headers: { ...headers, ...(encoding !== 'identity' && { 'Content-Encoding': encoding }) },
    }
    this.#held.set(encodedKey, { revision, document }, document.body.length + key.length)
    return document
  }
}
