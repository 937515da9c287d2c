import type { Clock, Instant } from '#platform/clock.ts'
import { withTimeout } from '#platform/concurrency.ts'
import type { Database } from '#platform/db/database.ts'
import type { Reader, Tx } from '#platform/db/schema.ts'
import { clip, safeLine } from '#platform/text.ts'
import { listSources, type Source } from '#pulls/connections/sources.ts'
import type { CodeHost, FileDiff } from '#pulls/hosts/code-host.ts'
import { closedIssues, type MergedPull } from '#pulls/pull-request.ts'
import { findRepository } from '#pulls/repositories/repositories.ts'
import { shipmentOf } from '#pulls/shipments.ts'
import { diffExcerpt } from '#writing/diff-excerpt.ts'
import type { Surroundings } from '#writing/excerpt.ts'
import { isHarmless } from '#writing/models/prompt-injection.ts'
import type { SurroundingsOf } from './judge.ts'

const MOST_ISSUES = 3
const LONGEST_TITLE = 200
/** How long a draft waits for the surroundings of its pull request, in milliseconds. */
const PATIENCE_MS = 15_000
/** How long a source's code host is not asked after a failure, in milliseconds. */
const REST_MS = 60_000

/** The places where surroundings are looked up. */
interface Lookups {
  db: Database
  clock: Clock
  /** A client of the source's code host; null if the source has no credentials. */
  hostOf(source: Source): Promise<CodeHost | null>
  /** The changes of a commit in a git directory that was imported into the account; empty if none contains it. */
  localDiff(accountId: string, commit: string): Promise<FileDiff[]>
}

/**
 * Looks up the surroundings of pull requests at their code hosts. The title of an issue is requested only once. Whatever fails is left out.
 */
export class SurroundingsFinder {
  readonly #context: Lookups
  readonly #resting = new Map<string, Instant>()

  constructor(context: Lookups) {
    this.#context = context
  }

  find: SurroundingsOf = async (accountId, pull, wanted): Promise<Surroundings> => {
    const { read } = this.#context.db
    const repository = await findRepository(read, accountId, pull)
    const sources = repository === null ? [] : await listSources(read, { accountId })
    const source = sources.find(one => one.repositoryId === repository?.id && one.state === 'active') ?? null
    const titles = repository === null ? new Map() : await this.#titles(repository.id, source, pull)
    const shippedIn = repository && (await shipmentOf(read, repository.id, pull))
    const about = repository?.about ?? null
    return {
      about: isTellable(about) ? about : '',
      issues: [...titles].flatMap(([number, title]) => (isTellable(title) ? [{ number, title }] : [])),
      shippedIn: isTellable(shippedIn) ? shippedIn : null,
      diff: wanted.diff ? diffExcerpt(await this.#diff(accountId, source, pull)) : '',
    }
  }

  /** The titles of issues by number, in the order in which they are closed; null for a number that is not an issue. */
  async #titles(
    repositoryId: string,
    source: Source | null,
    pull: MergedPull,
  ): Promise<Map<number, string | null>> {
    const { db } = this.#context
    const numbers = closedIssues(pull).slice(0, MOST_ISSUES)
    const known = await issueTitles(db.read, repositoryId, numbers)
    const titles = new Map<number, string | null>()
    for (const number of numbers) {
      const found = known.has(number)
        ? known.get(number)
        : await this.#ask(source, host => host.issueTitle(pull.repo, number))
      if (found === undefined) continue
      const title = found === null ? null : clip(safeLine(found), LONGEST_TITLE)
      titles.set(number, title)
      if (!known.has(number)) await db.write(tx => keepIssueTitle(tx, { repositoryId, number, title }))
    }
    return titles
  }

  async #diff(accountId: string, source: Source | null, pull: MergedPull): Promise<FileDiff[]> {
    const { mergeCommit } = pull
    const found = await this.#ask(source, host => host.diff(pull.repo, pull))
    if (found !== undefined || mergeCommit === null) return found ?? []
    return (await orNothing(this.#context.localDiff(accountId, mergeCommit))) ?? []
  }

  /** The answer of the source's code host; undefined if there is none. */
  async #ask<T>(source: Source | null, request: (host: CodeHost) => Promise<T>): Promise<T | undefined> {
    const { clock, hostOf } = this.#context
    if (source === null || clock.now() < (this.#resting.get(source.id) ?? 0)) return undefined
    const host = await orNothing(hostOf(source))
    if (!host) return undefined
    const answer = await orNothing(request(host))
    if (answer === undefined) this.#resting.set(source.id, clock.now() + REST_MS)
    return answer
  }
}

/** The result; undefined if the work fails or takes too long, since a draft does not need it. */
const orNothing = <T>(work: Promise<T>): Promise<T | undefined> =>
  withTimeout(PATIENCE_MS, work).catch(() => undefined)

const isTellable = (text: string | null): text is string => text !== null && text !== '' && isHarmless(text)

/** The titles of these issues that the code host has told before, by number. */
async function issueTitles(
  db: Reader,
  repositoryId: string,
  numbers: readonly number[],
): Promise<Map<number, string | null>> {
  if (numbers.length === 0) return new Map()
  const rows = await db
    .selectFrom('issue_title')
    .select(['number', 'title'])
    .where('repository_id', '=', repositoryId)
    .where('number', 'in', numbers)
    .execute()
  return new Map(rows.map(({ number, title }) => [number, title]))
}

/** Stores the title of an issue, null if there is none with the number, so that the code host is asked only once. */
async function keepIssueTitle(
  tx: Tx,
  { repositoryId, number, title }: { repositoryId: string; number: number; title: string | null },
): Promise<void> {
  await tx
    .insertInto('issue_title')
    .values({ repository_id: repositoryId, number, title })
    .onConflict(conflict => conflict.columns(['repository_id', 'number']).doNothing())
    .execute()
}
