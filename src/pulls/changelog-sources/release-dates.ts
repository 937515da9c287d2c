import type { Instant } from '#platform/clock.ts'

/** A tag, and when it was made; one without a message has the date of its commit. */
export interface TagDate {
  tag: string
  at: Instant
}

/** A line of a committed file, and the commit that wrote it. */
export interface CommittedLine {
  text: string
  commit: string
  at: Instant
}

/** What a repository tells about when the releases of one of its changelogs were made. */
export interface ReleaseDates {
  tags: readonly TagDate[]
  /** The changelog's lines as they were last committed; read only when asked for, since it takes time. */
  lines(): Promise<CommittedLine[]>
}
