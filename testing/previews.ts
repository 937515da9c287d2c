import { createProductClassifier } from '#app/judging.ts'
import { type PreviewItem, previewOf } from '#pipeline/judging/preview.ts'
import { openGitSource } from '#pulls/hosts/git/git.ts'
import { aRepository, type Repository } from './repositories.ts'

/** The items of a preview of the repository, including the internal ones unless `internal` is false. */
export async function previewed(repo: Repository, { internal } = { internal: true }): Promise<PreviewItem[]> {
  const merges = (await openGitSource(repo.folder)).merges()
  const now = Date.parse('2026-11-01T00:00:00Z')
  return (await previewOf(await createProductClassifier(), merges, { internal, now })).items
}

/** The items of a preview for the merges that `make` adds after three ordinary ones. */
export async function previewAfter(make: (repo: Repository) => Promise<unknown>): Promise<PreviewItem[]> {
  using repo = await aRepository()
  for (const [at, title] of ['Add a calendar', 'Add a clock', 'Add an archive'].entries())
    await repo.squash(title, { number: 900 + at, files: { [`src/o${at}.ts`]: `${at}\n` } })
  const ordinary = new Set((await previewed(repo)).map(({ number }) => number))
  await make(repo)
  return (await previewed(repo)).filter(({ number }) => !ordinary.has(number))
}
