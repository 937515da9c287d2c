import { hash } from 'node:crypto'
import type { MergedPull } from '#pulls/pull-request.ts'

/**
 * SHA-256 (hex) of what a decision looks at: the same for the same content, however labels and files are ordered and by whatever
 * route the pull request came. Where it merged, when and under which number is not part of it.
 */
export function inputHash(pull: MergedPull): string {
  const files = pull.files.map(({ path, additions, deletions, status }) => [
    path,
    additions,
    deletions,
    status,
  ])
  const fragments = pull.fragments.map(({ path, text }) => [path, text])
  return hash(
    'sha256',
    JSON.stringify([
      [pull.title, pull.body, pull.author, pull.authorIsBot],
      pull.labels.toSorted(bytewise),
      files.toSorted(byPath),
      [pull.filesChanged, pull.additions, pull.deletions],
      fragments.toSorted(byPath),
    ]),
    'hex',
  )
}

const bytewise = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byPath = ([a]: unknown[], [b]: unknown[]): number => bytewise(String(a), String(b))
