import { execFileSync } from 'node:child_process'
import { createProductClassifier } from '#app/judging.ts'
import { configured } from '#judgement/classification/classifier.ts'
import { gitLedger } from '#pipeline/proofreading/git-ledger.ts'
import type { ReleaseLedger } from '#pipeline/proofreading/ledger.ts'
import { type ParsedNotes, parseNotes } from '#pipeline/proofreading/notes.ts'
import { readChangelog } from '#pulls/changelog-sources/past-releases.ts'
import { openGitSource, readGitRange, readGitReleaseConfig } from '#pulls/hosts/git/git.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { TrialRepository } from './repositories.ts'

/** A published release: its own section of the changelog, and what git knows of it. */
export interface TrialRelease {
  repository: TrialRepository
  version: string
  /** The release's section of the changelog, followed by those of earlier releases. */
  file: string
  notes: ParsedNotes
  ledger: ReleaseLedger
  /** The parsed notes of earlier releases. */
  older: ParsedNotes[]
}

const FEWEST_LINES = 3
const CONTEXT = 1_500
/** Sections of earlier releases that stand below the one that is checked. */
const CHANGELOG_SECTIONS = 20

/** The newest releases of a repository whose notes have a few lines and whose tags are there. */
export async function trialReleases(
  repository: TrialRepository,
  folder: string,
  most: number,
): Promise<TrialRelease[]> {
  const changelog = git(folder, ['show', `HEAD:${repository.notes}`])
  const tags = new Set(git(folder, ['tag']).split('\n'))
  const sections = readChangelog(changelog.replace(/<!--[\s\S]*?-->/g, '')).releases.flatMap(
    ({ version, body }) =>
      version !== null && /^\d+(\.\d+)+$/.test(version) && tags.has(repository.tag(version))
        ? [{ version, section: `## ${version}\n\n${body}\n` }]
        : [],
  )
  const repo = `${repository.owner}/${repository.name}`
  const classifier = await createProductClassifier()
  const all = await Array.fromAsync(
    (await openGitSource(folder, { repo, commits: true, lines: false })).merges(),
  )
  const config = await readGitReleaseConfig(folder)
  const releases: TrialRelease[] = []
  for (const { version, section } of sections) {
    const earlier = earlierThan(version, sections)
    const [before] = earlier
    const file = [section, ...earlier.slice(0, CHANGELOG_SECTIONS).map(one => one.section)].join('\n')
    const notes = parseNotes(file, version, repo)
    if (releases.length >= most || !before || notes.lines.length < FEWEST_LINES) continue
    const [from, to] = [repository.tag(before.version), repository.tag(version)]
    const range = await readGitRange(folder, from, to)
    const source = await openGitSource(folder, {
      repo,
      at: range.to,
      commits: true,
      last: range.commits.size + CONTEXT,
    })
    const left = await openGitSource(folder, {
      repo,
      at: range.from ?? range.to,
      commits: true,
      lines: false,
      last: range.left.size,
    })
    const ledger = await gitLedger(
      classifier,
      {
        repo,
        from,
        to,
        range,
        released: source.merges(),
        left: range.left.size > 0 ? left.merges() : streamOf([]),
        all: streamOf(all),
      },
      configured(source.facts, config),
    )
    releases.push({
      repository,
      version,
      file,
      notes,
      ledger,
      older: earlier.slice(0, 2 * CHANGELOG_SECTIONS).map(one => parseNotes(one.section, one.version, repo)),
    })
  }
  return releases
}

/**
 * The releases with lower versions than this one, the highest first. Where two lines of development share a changelog, the section below a
 * release is not always that of the release before it.
 */
const earlierThan = <T extends { version: string }>(version: string, all: readonly T[]): T[] =>
  all
    .filter(one => byVersion(one.version, version) < 0)
    .sort((one, other) => byVersion(other.version, one.version))

const byVersion = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true })

const git = (folder: string, args: string[]): string =>
  execFileSync('git', ['--git-dir', folder, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 })

async function* streamOf(pulls: readonly MergedPull[]): AsyncGenerator<MergedPull> {
  yield* pulls
}
