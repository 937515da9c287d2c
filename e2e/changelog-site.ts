import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { generateRepository } from '../bench/repository.ts'
import { changePage } from '../src/changelog/page/settings.ts'
import { systemClock } from '../src/platform/clock.ts'
import { openDatabase } from '../src/platform/db/open.ts'
import { randomIds } from '../src/platform/ids.ts'
import { aChangelog, type Changelog } from '../testing/changelog.ts'
import { aSampleChangelog } from '../testing/sample-changelog.ts'
import { aFolder } from './checkout.ts'
import { type RunningTidings, runTidings } from './running.ts'

/** The host name of a team that the browser resolves to Tidings. */
export const OWN_HOST = 'changelog.northwind.test'

/** A server with the sample changelog on a page. */
export interface ChangelogSite {
  tidings: RunningTidings
  /** A git repository to preview. */
  repository: string
  title: string
  list: string
  /** The address of the changelog on the team's own host. */
  ownHost: string
  /** The address of one page of each kind. */
  pages: Record<string, string>
}

const SETTINGS = {
  isOn: true,
  title: 'What is new in Northwind',
  intro: 'Reports, receipts and the rest.',
  accent: '#a2e771',
  homeUrl: 'https://northwind.example/',
  showsPullRequests: true,
}

/** Starts a server whose account `northwind` has the sample changelog; the account `empty` has published nothing. */
export async function aChangelogSite(context: TestContext): Promise<ChangelogSite> {
  const data = join(aFolder(context), 'data')
  const tidings = await runTidings(context, { TIDINGS_DATA: data })
  const ids = await publishSample(join(data, 'tidings.db'))
  const repository = join(aFolder(context), 'app.git')
  await generateRepository(repository, 60)
  const list = `${tidings.baseUrl}/c/northwind`
  return {
    ...{ tidings, repository, list, title: SETTINGS.title },
    ownHost: `http://${OWN_HOST}:${new URL(tidings.baseUrl).port}/`,
    pages: {
      list,
      'no-match': `${list}?q=nothing+has+these+words`,
      set: `${list}/${ids.set}`,
      empty: `${tidings.baseUrl}/c/empty`,
      busy: `${tidings.baseUrl}/c/crowded`,
      permalink: `${list}/e/x-${ids.breaking}`,
      picture: `${list}/e/x-${ids.picture}`,
      arabic: `${list}/e/x-${ids.arabic}`,
      'long-list': `${list}/e/x-${ids.longList}`,
      unknown: `${tidings.baseUrl}/c/nobody`,
      withdrawn: `${list}/e/x-${ids.withdrawn}`,
      feed: `${tidings.baseUrl}/changelog/${ids.account}`,
    },
  }
}

/** Publishes a month of entries: news, and fixes with and without a body, two of them with the same title. */
async function publishBusyMonth(changelog: Changelog): Promise<void> {
  const at = Date.parse('2026-07-20T09:00:00Z')
  const fix = { kind: 'fix', magnitude: 'patch', at } as const
  await changelog.publish({ title: 'Reports by calendar week', body: 'Next to day and month.', at })
  for (const screen of ['search', 'settings', 'billing', 'team', 'start'])
    await changelog.publish({ ...fix, title: `The ${screen} page keeps its place` })
  await changelog.publish({ ...fix, title: 'The start page keeps its place', at: at - 86_400_000 })
  await changelog.publish({
    ...fix,
    title: 'Receipts name the month',
    body: 'A mail could name the wrong month.',
  })
}

async function publishSample(file: string) {
  const db = await openDatabase({ engine: 'sqlite', file }, { migrate: false })
  const hostRules = { operatorHosts: [], proof: 'off' } as const
  const context = { clock: systemClock, ids: randomIds, actor: 'test', hostRules }
  try {
    const sample = await aSampleChangelog(db, 'Northwind')
    // A host name needs no proof of ownership while there is only one account.
    await db.write(tx =>
      changePage(tx, context, sample.account.id, { ...SETTINGS, name: 'northwind', host: OWN_HOST }),
    )
    const empty = await aChangelog(db, 'Empty')
    const busy = await aChangelog(db, 'Busy')
    await publishBusyMonth(busy)
    const set = await sample.addSet('Mobile')
    await sample.publish({ title: 'Reports fit on a telephone', setId: set, at: Date.parse('2026-08-01') })
    await sample.withdraw(sample.idOf('Signing in'))
    await db.write(async tx => {
      await tx.updateTable('repository').set({ is_public: 1 }).execute()
      await changePage(tx, context, empty.account.id, { isOn: true, name: 'empty' })
      await changePage(tx, context, busy.account.id, { isOn: true, name: 'crowded' })
    })
    return {
      account: sample.account.publicId,
      set,
      withdrawn: sample.idOf('Signing in'),
      breaking: sample.idOf('Webhooks'),
      picture: sample.idOf('Export'),
      arabic: sample.idOf('التقارير'),
      longList: sample.idOf('Shared views'),
    }
  } finally {
    await db.close()
  }
}
