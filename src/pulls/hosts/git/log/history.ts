import { messageOutsidePulls, parseCommitMessage } from '#pulls/hosts/git/commit-message.ts'
import { isGitHub, mergedBranchOf, readLanding, squashedPulls } from '#pulls/hosts/git/landing.ts'
import type { HistoryCommit } from '#pulls/hosts/git/plan.ts'
import { type GitDirectory, readRecords } from '#pulls/hosts/git/run-git.ts'

const FORMAT = '%H%x00%P%x00%an%x00%ae%x00%ct%x00%cn%x00%ce%x00%B'
const FIELDS = 8

/** A commit with all of its parents. */
export interface ScannedCommit extends HistoryCommit {
  parents: readonly string[]
}

/**
 * Walks a history from its newest commit. Reads no files. `path` is an option of `git log`: `--first-parent` for the branch itself,
 * `--topo-order` with what was merged into it, children before their parents. Throws
 * `GitFailure` when a commit is missing or damaged.
 */
export async function* scanHistory(
  git: GitDirectory,
  revisions: readonly string[],
  path: '--first-parent' | '--topo-order',
): AsyncGenerator<ScannedCommit> {
  const args = ['log', '-z', path, '--encoding=UTF-8', '--no-color', `--format=${FORMAT}`, ...revisions, '--']
  for await (const record of readRecords(git, args, FIELDS)) yield scannedCommit(record)
}

function scannedCommit([
  hash = '',
  parentList = '',
  author = '',
  authorEmail = '',
  seconds = '',
  committer = '',
  committerEmail = '',
  text = '',
]: string[]): ScannedCommit {
  const parents = parentList === '' ? [] : parentList.split(' ')
  const message = parseCommitMessage(text)
  const byHost = isGitHub(committerEmail)
  const landing = readLanding(message, byHost)
  // GitHub once committed a squash in the name of the person who merged it, and programs that merge still do.
  const byAnother = author !== committer && authorEmail !== committerEmail
  const isCertain = landing !== null && (landing.isCertain || byAnother)
  // Weblate commits each language by itself, under the name of the translator.
  const isByWeblate = /^Translated using Weblate\b/.test(message.subject)
  const lists = landing?.style === 'squash' && isCertain ? squashedPulls(landing) : []
  return {
    hash,
    parents,
    firstParent: parents[0] ?? null,
    isMerge: parents.length > 1,
    at: Number(seconds) * 1000,
    number: landing?.number ?? null,
    style: landing?.style ?? null,
    byHost,
    isCertain,
    isNoise: landing === null && (isByWeblate || messageOutsidePulls(message, parents.length > 1) === null),
    branchOwner: landing?.branchOwner ?? null,
    branch: landing ? landing.branch : mergedBranchOf(message.subject),
    project: landing?.project ?? null,
    ...(lists.length > 1 && { lists }),
  }
}
