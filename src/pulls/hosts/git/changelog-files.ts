import { safeLine, safeText } from '#platform/text.ts'
import type { ChangelogFile } from '#pulls/changelog-sources/changelog-file.ts'
import { isChangelogPath } from '#pulls/changelog-sources/changelog-paths.ts'
import { FragmentReader } from './fragments.ts'
import { fieldsOf, GitFailure, recordsOf, type Worktree } from './run.ts'

/** Of one changelog so many bytes are read: twenty years of a large project. */
const PAPER_KEPT = 8_388_608
/** More files than these are an archive of something else. */
const PAPERS_KEPT = 200
const TAGS_KEPT = 5_000
const TAG_KEPT = 262_144

/** What the team published: the changelogs at the newest commit, and what annotated tags say. Nothing else of a release is in git. */
export async function readChangelogFiles(place: Worktree): Promise<ChangelogFile[]> {
  return [...(await changelogs(place)), ...(await tagMessages(place))]
}

async function changelogs(place: Worktree): Promise<ChangelogFile[]> {
  const found = await changelogsAtTip(place)
  const reader = new FragmentReader(place, PAPER_KEPT)
  try {
    const texts = await reader.read(found)
    return texts.map(({ path, text }) => ({ form: 'changelog', name: path, text, at: null }))
  } finally {
    await reader.close()
  }
}

/** Ordinary files alone: what a link points at is no file of this repository's, or another path of it. */
async function changelogsAtTip(place: Worktree): Promise<{ path: string; blob: string }[]> {
  const found: { path: string; blob: string }[] = []
  try {
    for await (const entries of fieldsOf(place, ['ls-tree', '-r', '-z', 'HEAD'])) {
      for (const entry of entries) {
        const [, blob, path] = /^100\d{3} blob ([0-9a-f]+)\t(.+)$/s.exec(entry) ?? []
        if (blob !== undefined && path !== undefined && isChangelogPath(path)) found.push({ path, blob })
      }
    }
  } catch (cause) {
    if (!(cause instanceof GitFailure)) throw cause
  }
  return found.slice(0, PAPERS_KEPT)
}

const TAG_FORMAT =
  '%(objecttype)%00%(refname:strip=2)%00%(taggerdate:unix)%00%(contents:subject)%00%(contents:body)%00'

async function tagMessages(place: Worktree): Promise<ChangelogFile[]> {
  const args = [
    'for-each-ref',
    `--count=${TAGS_KEPT}`,
    '--sort=-creatordate',
    `--format=${TAG_FORMAT}`,
    'refs/tags',
  ]
  const papers: ChangelogFile[] = []
  try {
    for await (const [type = '', name = '', seconds = '', subject = '', body = ''] of recordsOf(
      place,
      args,
      5,
    )) {
      if (type.trim() !== 'tag') continue
      const text = safeText(`${subject}\n\n${body}`.slice(0, TAG_KEPT))
      papers.push({ form: 'tag', name: safeLine(name), text, at: Number(seconds) * 1000 })
    }
  } catch (cause) {
    if (!(cause instanceof GitFailure)) throw cause
  }
  return papers
}
