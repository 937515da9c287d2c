// Counts the files that one pull request passes through, from its webhook to the Atom feed, by the coverage of a real run: a file
// counts when at least one of its functions ran after the service had started.
// Usage: npx node scripts/pull-path.ts [--files]
import assert from 'node:assert/strict'
import { Session } from 'node:inspector/promises'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { listEntries } from '#changelog/entries/list.ts'
import { publishEntry } from '#changelog/entries/transitions.ts'
import { aGitHubPull, sendGitHubWebhook } from '#testing/github-webhooks.ts'
import { aService, type TestService } from '#testing/service.ts'
import { globalSetup, globalTeardown } from '#testing/setup.ts'

const SRC = resolve(import.meta.dirname, '../src')
const { values } = parseArgs({ options: { files: { type: 'boolean' } } })

const world = await startWorld()
try {
  const session = await startCoverage()
  await mergeOne(world.service)
  await publishDraft(world.service)
  await readFeed(world.service)
  report(await filesThatRan(session))
} finally {
  await world.end()
}

async function startWorld() {
  await globalSetup()
  const service = await aService('sqlite')
  return {
    service,
    async end() {
      await service.close()
      await globalTeardown()
    },
  }
}

async function startCoverage(): Promise<Session> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return session
}

async function mergeOne(service: TestService): Promise<void> {
  await sendGitHubWebhook(service, await service.connect(), {
    pull: aGitHubPull({ title: 'feat: export reports as CSV' }),
  })
  await service.settle()
}

async function publishDraft({ service: { db, ids }, clock, account }: TestService): Promise<void> {
  const [draft] = await listEntries(db.read, { accountId: account.id, state: 'draft' })
  assert.ok(draft, 'The merge became no draft.')
  await db.write(tx => publishEntry(tx, { clock, ids, actor: 'script', effects: [] }, draft.entry.id))
}

async function readFeed({ ask, account }: TestService): Promise<void> {
  const { text } = await ask(`/changelog/${account.publicId}`)
  assert.match(text, /Export reports as CSV/)
}

async function filesThatRan(session: Session): Promise<string[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result
    .filter(script => script.url.startsWith(`file://${SRC}/`))
    .filter(script =>
      script.functions.some(one => one.functionName !== '' && (one.ranges[0]?.count ?? 0) > 0),
    )
    .map(script => relative(SRC, fileURLToPath(script.url)))
    .toSorted()
}

function report(files: readonly string[]): void {
  if (values.files) console.log(files.join('\n'))
  const modules = Object.groupBy(files, file => file.split('/')[0] ?? file)
  for (const [name, own] of Object.entries(modules)) console.log(`${name}: ${own?.length}`)
  console.log(`${files.length} files in ${Object.keys(modules).length} modules`)
}
