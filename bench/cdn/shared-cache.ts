import { Agent, get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** An answer that the cache keeps. */
interface Kept {
  etag: string | undefined
  /** The time on the simulated clock, in seconds, until which the answer is fresh. */
  freshUntil: number
}

/** A shared cache in front of a server (RFC 9111). Its clock is the time that each request carries. It keeps headers only, no bodies. */
export class SharedCache {
  /** Requests that the cache answered itself, that the server answered with 304, and that it answered with a body; these bodies' bytes. */
  counts = { hits: 0, revalidated: 0, fetched: 0, bytes: 0 }
  readonly #port: number
  readonly #kept = new Map<string, Kept>()
  /** The request headers that answers of a path vary by. */
  readonly #vary = new Map<string, readonly string[]>()
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 })

  constructor(port: number) {
    this.#port = port
  }

  /** Sets the counts back to zero. */
  forget(): void {
    this.counts = { hits: 0, revalidated: 0, fetched: 0, bytes: 0 }
  }

  /** Answers a request that is made at the time `at`; gives the entity tag that the reader gets. */
  async answer({
    at,
    path,
    encoding,
  }: {
    at: number
    path: string
    encoding: string
  }): Promise<string | undefined> {
    const headers = { 'accept-encoding': encoding }
    const key = () =>
      [path, ...(this.#vary.get(path) ?? []).map(name => headers[name as 'accept-encoding'])].join(' ')
    const kept = this.#kept.get(key())
    if (kept && at < kept.freshUntil) {
      this.counts.hits++
      return kept.etag
    }
    const response = await this.#ask(path, { ...headers, ...(kept?.etag && { 'if-none-match': kept.etag }) })
    const { etag, vary, 'cache-control': control = '' } = response.headers
    if (response.statusCode === 304) this.counts.revalidated++
    else {
      this.counts.fetched++
      this.counts.bytes += response.length
    }
    if (vary !== undefined) this.#vary.set(path, vary.toLowerCase().split(/,\s*/))
    const seconds = /\bpublic\b/.test(control) ? Number(/\bmax-age=(\d+)/.exec(control)?.[1] ?? 0) : 0
    this.#kept.set(key(), { etag, freshUntil: at + seconds })
    return etag
  }

  /** Gives `path etag` for every answer that the cache holds of these paths. */
  etagsOf(paths: readonly string[]): Set<string> {
    const kept = [...this.#kept].map(([key, { etag }]) => `${key.split(' ')[0]} ${etag}`)
    return new Set(kept.filter(one => paths.includes(one.split(' ')[0] ?? '')))
  }

  #ask(path: string, headers: Record<string, string>) {
    const { promise, resolve, reject } = Promise.withResolvers<
      Pick<IncomingMessage, 'headers' | 'statusCode'> & { length: number }
    >()
    get({ host: '127.0.0.1', port: this.#port, path, headers, agent: this.#agent }, async answer => {
      const { length } = await buffer(answer)
      resolve({ headers: answer.headers, statusCode: answer.statusCode, length })
    }).on('error', reject)
    return promise
  }
}
