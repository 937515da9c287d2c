import { Store } from '../store.ts'

export type ConnectionState = 'online' | 'slow' | 'unreachable' | 'offline'

const SLOW_MS = 4_000
const PROBE_MS = 3_000

/** Watches requests, and reports whether the server answers. */
class ConnectionMonitor extends Store {
  #slowRequests = 0
  #isUnreachable = false
  #waiting = 0
  #probe: ReturnType<typeof setInterval> | undefined
  /** Sends a small request to the server; set by the client. */
  probe: () => Promise<unknown> = async () => {}

  constructor() {
    super()
    addEventListener('online', () => this.changed())
    addEventListener('offline', () => this.changed())
  }

  readonly state = (): ConnectionState => {
    if (!navigator.onLine) return 'offline'
    if (this.#isUnreachable) return 'unreachable'
    return this.#slowRequests > 0 ? 'slow' : 'online'
  }

  /** Whether nothing can be sent at the moment. */
  readonly isAway = (): boolean => ['offline', 'unreachable'].includes(this.state())

  /** Waits until the server can be reached. Until then the browser asks before the page is left, because what waits would be lost. */
  async whenBack(): Promise<void> {
    if (!this.isAway()) return
    if (this.#waiting++ === 0) addEventListener('beforeunload', stay)
    while (this.isAway())
      await new Promise<void>(resolve => {
        const stop = this.subscribe(() => {
          stop()
          resolve()
        })
      })
    if (--this.#waiting === 0) removeEventListener('beforeunload', stay)
  }

  /** Counts the request as slow while it takes longer than `SLOW_MS`. */
  async watch<T>(request: Promise<T>): Promise<T> {
    let isSlow = false
    const timer = setTimeout(() => {
      isSlow = true
      this.#slowRequests++
      this.changed()
    }, SLOW_MS)
    try {
      const answer = await request
      this.#setUnreachable(false)
      return answer
    } catch (error) {
      if (!isAborted(error)) this.#setUnreachable(true)
      throw error
    } finally {
      clearTimeout(timer)
      if (isSlow) this.#slowRequests--
      if (isSlow) this.changed()
    }
  }

  #setUnreachable(is: boolean) {
    if (this.#isUnreachable === is) return
    this.#isUnreachable = is
    clearInterval(this.#probe)
    if (is) this.#probe = setInterval(() => void this.probe().catch(() => {}), PROBE_MS)
    this.changed()
  }
}

const stay = (event: BeforeUnloadEvent): void => event.preventDefault()

const isAborted = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

export const connection = new ConnectionMonitor()
