import type { Instant } from '#kit/clock.ts'
import type { ChangedFile, MergedPull } from '#pulls/pull-request.ts'
import { type PlacedPath, pathsOf } from '../paths/placed.ts'
import { BACKSTAGE } from '../paths/role.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** What was added just now; each doubling of its days is one less, so that eleven years are nothing. */
const NEW = 12
/** From a merge with more files these tell enough. */
const FILES_READ = 200
/** When more are known the one that was added first is forgotten. */
const FILES_KEPT = 30_000

/** When a repository's files were added, as far as its merges so far tell: what mends new files often mends what nobody has met yet. */
export class YoungFiles {
  /** By the key of the path. */
  readonly #addedAt = new Map<number, Instant>()

  add({ files, mergedAt }: Pick<MergedPull, 'files' | 'mergedAt'>): void {
    const paths = pathsOf(files)
    for (let at = 0; at < paths.length && at < FILES_READ; at++) {
      if (files[at]?.status !== 'added') continue
      this.#addedAt.set((paths[at] as PlacedPath).key, mergedAt)
      if (this.#addedAt.size > FILES_KEPT) this.#addedAt.delete(this.#addedAt.keys().next().value as number)
    }
  }

  /**
   * Writes how new the newest and the oldest are of the product's files that a change finds there, to two places from the given one on:
   * from 12, just added, down to 0, which is also what nobody has seen added.
   */
  write({ files, mergedAt }: Pick<MergedPull, 'files' | 'mergedAt'>, into: Float32Array, at: number): void {
    let newest = 0
    let oldest = NEW
    let found = 0
    const paths = pathsOf(files)
    for (let place = 0; place < paths.length && place < FILES_READ; place++) {
      const { key, role } = paths[place] as PlacedPath
      if ((files[place] as ChangedFile).status === 'added' || BACKSTAGE.has(role)) continue
      const newness = this.#newnessOf(key, mergedAt)
      newest = Math.max(newest, newness)
      oldest = Math.min(oldest, newness)
      found++
    }
    into[at] = newest
    into[at + 1] = found === 0 ? 0 : oldest
  }

  /** Histories are also read backwards: what was added later tells nothing. */
  #newnessOf(key: number, now: Instant): number {
    const addedAt = this.#addedAt.get(key)
    if (addedAt === undefined || addedAt > now) return 0
    return Math.max(0, NEW - Math.log2((now - addedAt) / DAY_MS + 1))
  }
}
