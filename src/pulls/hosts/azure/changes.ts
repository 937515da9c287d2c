import { z } from 'zod'
import { mapConcurrently } from '#platform/concurrency.ts'
import { chunksOf } from '#platform/iterables.ts'
import { safePath } from '#platform/text.ts'
import type { FileDiff } from '#pulls/hosts/code-host.ts'
import { REQUESTS_AT_ONCE } from '#pulls/hosts/rest/client.ts'
import { fallbackIfWithheld } from '#pulls/hosts/rest/pull-parts.ts'
import { MOST_DIFFED_FILES } from '#pulls/hosts/unified-diff.ts'
import { type ChangedFile, type FileStatus, MAX_FILES } from '#pulls/pull-request.ts'
import { optional, optionalList } from '../shared-schemas.ts'
import type { AzureApi } from './api.ts'

/** The differences between two commits. They include folders, and a renamed file under both names. */
const changesSchema = z.object({
  commonCommit: optional(z.string()),
  changes: z.array(
    z.object({
      changeType: z.string(),
      item: z.object({ path: z.string(), isFolder: optional(z.boolean()) }),
      originalPath: optional(z.string()),
      sourceServerItem: optional(z.string()),
    }),
  ),
})

/** The lines of files that differ. */
const fileDiffsSchema = z.array(
  z.object({
    path: optional(z.string()),
    originalPath: optional(z.string()),
    lineDiffBlocks: optionalList(
      z.object({
        changeType: z.union([z.string(), z.number()]),
        originalLineNumberStart: z.int(),
        originalLinesCount: z.int(),
        modifiedLineNumberStart: z.int(),
        modifiedLinesCount: z.int(),
      }),
    ),
  }),
)

/** Two commits. A pull request changes what `target` has and the common ancestor of both does not. */
export interface CommitPair {
  base: string
  target: string
}

/** A changed file, with its path in each of the two commits; empty in a commit that does not have it. */
interface Change {
  path: string
  before: string
  after: string
  status: FileStatus
}

/** A block of lines that differ: where it begins in each of the two files, and its lengths. */
type Block = { from: number; removed: number; to: number; added: number }

const CHANGES_PER_PAGE = 500
/** The most files that a request may name. */
const FILES_PER_REQUEST = 10

export const compare = (api: AzureApi, repo: string, { base, target }: CommitPair, skip = 0, top = 1) =>
  api.get(repo, '/diffs/commits', changesSchema, {
    ...{ baseVersion: base, baseVersionType: 'commit', targetVersion: target, targetVersionType: 'commit' },
    ...{ diffCommonCommit: 'true', $top: top, $skip: skip },
  })

/** The files that differ, with the counts of their lines, which take one request for every ten files. */
export async function changedFiles(api: AzureApi, repo: string, pair: CommitPair): Promise<ChangedFile[]> {
  const found = await changesBetween(api, repo, pair, MAX_FILES)
  const blocks = await blocksOf(api, repo, pair, found)
  return found.map(({ path, status }, at) => ({
    path,
    additions: sumOf(blocks[at], 'added'),
    deletions: sumOf(blocks[at], 'removed'),
    status,
  }))
}

/** The hunks of the files that differ. They are made from the texts, two requests for each file, because Azure returns no diff. */
export async function fileDiffs(api: AzureApi, repo: string, pair: CommitPair): Promise<FileDiff[]> {
  const found = await changesBetween(api, repo, pair, MOST_DIFFED_FILES)
  const blocks = await blocksOf(api, repo, pair, found)
  const linesOf = async (path: string, commit: string) =>
    path === '' ? [] : ((await textAt(api, repo, commit)(path)) ?? '').split('\n')
  const pairs = found.map((change, at) => ({ change, blocks: blocks[at] ?? [] }))
  return mapConcurrently(pairs, REQUESTS_AT_ONCE, async ({ change: { path, before, after }, blocks }) => {
    if (blocks.length === 0) return { path: safePath(path), patch: '' }
    const [old, now] = [await linesOf(before, pair.base), await linesOf(after, pair.target)]
    return { path: safePath(path), patch: blocks.map(block => hunkOf(block, old, now)).join('') }
  })
}

export const textAt = (api: AzureApi, repo: string, commit: string) => (path: string) =>
  api.text(repo, '/items', {
    ...{ path: `/${path}`, $format: 'text' },
    ...{ 'versionDescriptor.version': commit, 'versionDescriptor.versionType': 'commit' },
  })

async function changesBetween(
  api: AzureApi,
  repo: string,
  pair: CommitPair,
  most: number,
): Promise<Change[]> {
  const found: Change[] = []
  for (let skip = 0; found.length < most; skip += CHANGES_PER_PAGE) {
    const { changes } = await compare(api, repo, pair, skip, CHANGES_PER_PAGE)
    found.push(...changes.flatMap(changeFrom))
    if (changes.length < CHANGES_PER_PAGE) break
  }
  return found.slice(0, most)
}

/**
 * Parses a change: `edit`, `add`, `delete`, or a combination such as `edit, rename`. The former name of a
 * renamed file is listed as `delete, sourceRename`.
 */
function changeFrom(change: ReturnType<typeof changesSchema.parse>['changes'][number]): Change[] {
  const { item, changeType, originalPath, sourceServerItem } = change
  const kinds = changeType.split(', ')
  if (item.isFolder || kinds.includes('sourceRename')) return []
  const path = item.path.replace(/^\//, '')
  const former = (originalPath ?? sourceServerItem ?? item.path).replace(/^\//, '')
  if (kinds.includes('delete')) return [{ path, before: path, after: '', status: 'removed' }]
  if (kinds.includes('rename')) return [{ path, before: former, after: path, status: 'renamed' }]
  if (kinds.includes('add')) return [{ path, before: '', after: path, status: 'added' }]
  return [{ path, before: path, after: path, status: 'modified' }]
}

/** The blocks of each file; none for files that Azure does not compare, such as binary ones. */
async function blocksOf(
  api: AzureApi,
  repo: string,
  { base, target }: CommitPair,
  changes: readonly Change[],
): Promise<Block[][]> {
  const slashed = (path: string) => (path === '' ? '' : `/${path}`)
  const read = async (chunk: readonly Change[]) => {
    const diffs = await fallbackIfWithheld(() =>
      api.query(repo, '/FileDiffs', fileDiffsSchema, {
        ...{ baseVersionCommit: base, targetVersionCommit: target },
        fileDiffParams: chunk.map(({ before, after }) => ({
          path: slashed(after),
          originalPath: slashed(before),
        })),
      }),
    )
    const byPath = new Map(diffs.map(it => [it.path || it.originalPath, it.lineDiffBlocks ?? []]))
    return chunk.map(({ path }) => (byPath.get(`/${path}`) ?? []).filter(isChange).map(blockFrom))
  }
  return (await mapConcurrently([...chunksOf(changes, FILES_PER_REQUEST)], REQUESTS_AT_ONCE, read)).flat()
}

type LineDiffBlock = NonNullable<ReturnType<typeof fileDiffsSchema.parse>[number]['lineDiffBlocks']>[number]

const isChange = ({ changeType }: LineDiffBlock): boolean => changeType !== 'none' && changeType !== 0

const blockFrom = (it: LineDiffBlock): Block => ({
  ...{ from: it.originalLineNumberStart, removed: it.originalLinesCount },
  ...{ to: it.modifiedLineNumberStart, added: it.modifiedLinesCount },
})

const sumOf = (blocks: readonly Block[] = [], key: 'added' | 'removed'): number =>
  blocks.reduce((sum, block) => sum + block[key], 0)

function hunkOf({ from, removed, to, added }: Block, old: readonly string[], now: readonly string[]): string {
  const gone = old.slice(from - 1, from - 1 + removed).map(line => `-${line}\n`)
  const come = now.slice(to - 1, to - 1 + added).map(line => `+${line}\n`)
  return `@@ -${from},${removed} +${to},${added} @@\n${gone.join('')}${come.join('')}`
}
