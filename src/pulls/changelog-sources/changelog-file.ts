import type { Instant } from '#platform/clock.ts'

/** Something that a team published about its releases: a changelog at its newest state, or the message of a tag. */
export interface ChangelogFile {
  form: 'changelog' | 'tag'
  /** The file's path, or the tag's name. */
  name: string
  text: string
  /** When the tag was made; null for a file. */
  at: Instant | null
}

/** One item of a paper, with the merges that it names. */
export interface Announcement {
  /** The paper's name. */
  paper: string
  form: ChangelogFile['form']
  /** The release as its heading or its tag writes it; null where nothing tells. */
  version: string | null
  /** What stands above it inside the release, the nearest last. */
  headings: string[]
  /** The words, without list marker and references. */
  text: string
  /** Pull requests that it names, and commits, by hashes of at least seven digits. */
  numbers: number[]
  commits: string[]
}
