import { systemClock } from '#platform/clock.ts'
import { openOutbound } from '#platform/http/guarded-client.ts'
import type { CodeHost, MergedPullsPage, TokenSource } from '#pulls/hosts/code-host.ts'
import { type CodeHostName, HOSTS } from '#pulls/hosts/hosts.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { History } from './history.ts'
import { SAMPLE } from './sample.ts'
import { type CodeHostServer, type Fault, type Mischief, PROTOCOLS, startCodeHostServer } from './server.ts'

/** The timing of retries: a second is shortened to 4 ms, and a wait of more than 1.5 seconds is not waited for. */
const PACE = { longestWaitMs: 1_500, secondMs: 4 }

/** A code host that serves the sample's history, and a way to open clients for it. */
interface Scene extends AsyncDisposable {
  server: CodeHostServer
  open(token?: TokenSource | null): Promise<CodeHost>
}

export async function aScene(
  name: CodeHostName,
  history: History,
  { timeoutMs = 60_000, isAllowed = true } = {},
): Promise<Scene> {
  const server = await startCodeHostServer(history, SAMPLE)
  const apiUrl = server.apiUrls[name]
  const allow = isAllowed ? [new URL(apiUrl).host] : []
  const outbound = openOutbound({ allow, timeoutMs, idleMs: 60_000, maxBytes: 50_000_000 })
  const { fetch } = outbound
  return {
    server,
    open: async (token = async () => server.token) =>
      (await HOSTS[name].client())({ apiUrl, token, fetch, clock: systemClock, retryTiming: PACE }),
    async [Symbol.asyncDispose]() {
      await outbound.close()
      await server.close()
    },
  }
}

/** Reads all pages of merged pull requests, each with a new client, as after a crash. */
export async function backfill(open: () => Promise<CodeHost>, since?: number): Promise<MergedPullsPage[]> {
  const pages: MergedPullsPage[] = []
  let cursor: string | null = null
  do {
    const host = await open()
    const page: MergedPullsPage = await host.mergedPulls(SAMPLE, { ...(since && { since }), cursor })
    pages.push(page)
    cursor = page.next
  } while (cursor !== null && pages.length < 50)
  return pages
}

/** The ledger that results from the pages: each pull request once, as the last page has it. */
export function ledgerOf(pages: readonly MergedPullsPage[]): MergedPull[] {
  const byNumber = new Map(pages.flatMap(page => page.pulls).map(pull => [pull.number, pull]))
  return [...byNumber.values()].sort((a, b) => Number(a.number) - Number(b.number))
}

/** The pull requests of the git import, as the host must return them. */
export function importedAs(
  name: CodeHostName,
  { imported }: History,
  { apiUrls }: CodeHostServer,
): MergedPull[] {
  const { origin, host } = new URL(apiUrls[name])
  const { page, lacks = [] } = PROTOCOLS[name]
  return imported
    .filter(pull => pull.number !== null)
    .map(pull => ({
      ...pull,
      host,
      url: origin + page(SAMPLE, Number(pull.number)),
      ...(!lacks.includes('update times') && { changedAt: pull.mergedAt }),
    }))
    .sort((a, b) => Number(a.number) - Number(b.number))
}

/** Lets the fault hit each request when it is made first, but not when it is repeated. */
export function theFirstTime(fault: Fault): Mischief {
  const seen = new Set<string>()
  return (_, { path, query, body }) => {
    const request = `${path}?${query} ${body}`
    const isNew = !seen.has(request)
    seen.add(request)
    return isNew ? fault : null
  }
}
