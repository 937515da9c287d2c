import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import type { CodeHostName } from '#pulls/hosts/hosts.ts'
import { CODE_HOSTS } from '#pulls/hosts/hosts.ts'
import { Comments, type ShownPull } from '#testing/code-host-server/history.ts'
import { isWrite } from '#testing/code-host-server/protocol.ts'
import { aSample, SAMPLE } from '#testing/code-host-server/sample.ts'
import {
  type CodeHostServer,
  faults,
  PROTOCOLS,
  startCodeHostServer,
} from '#testing/code-host-server/server.ts'
import { aCommandLine, type CommandOutput } from '#testing/command-line.ts'
import type { Json } from '#testing/http.ts'

const NUMBER = 6
const cli = aCommandLine()
const SUMMARY = join(cli.directory, 'summary.md')
const EVENT = join(cli.directory, 'event.json')

let sample: Awaited<ReturnType<typeof aSample>>
let server: CodeHostServer
let opened: ShownPull
before(async () => {
  sample = await aSample()
  server = await startCodeHostServer(sample.history, SAMPLE)
  const [model] = sample.history.pulls().filter(pull => pull.number === NUMBER)
  opened = {
    ...(model as ShownPull),
    ...{
      number: 900,
      title: 'fix: improve team member removal ux',
      body: '',
      labels: [],
      commits: [],
      fragments: [],
    },
    files: [{ path: 'src/team/members.ts', additions: 80, deletions: 20, status: 'modified' }],
    ...{ filesChanged: 1, additions: 80, deletions: 20, isOpen: true },
  }
})
after(async () => {
  await server.close()
  sample[Symbol.dispose]()
  cli.remove()
})
beforeEach(() => {
  sample.history.comments = new Comments()
  sample.history.add(opened)
  server.standing.mayComment = true
  server.misbehave(() => null)
  rmSync(SUMMARY, { force: true })
})

/** The variables that a host sets in a pipeline on the pull request, after an event such as `opened`. */
function variables(name: CodeHostName, action: string): Record<string, string> {
  writeFileSync(EVENT, JSON.stringify({ action, number: 900, pull_request: { number: 900, draft: false } }))
  return {
    GITHUB_ACTIONS: 'true',
    GITHUB_REPOSITORY: SAMPLE,
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_EVENT_PATH: EVENT,
    GITHUB_API_URL: server.apiUrls[name],
    GITHUB_STEP_SUMMARY: SUMMARY,
    ...PROTOCOLS[name].pipeline({
      apiUrl: server.apiUrls[name],
      token: server.token,
      ...{ repo: SAMPLE, number: 900, action },
    }),
  }
}

async function reviewed(name: CodeHostName, { action = 'opened', env = {} } = {}): Promise<CommandOutput> {
  cli.env = { ...variables(name, action), ...env }
  const isNamed = PROTOCOLS[name].lacks?.includes('pipeline address')
  const url = isNamed ? ['--url', new URL(server.apiUrls[name]).origin] : []
  return cli.run('review', '--history', sample.repository.folder, ...url)
}

const said = () => sample.history.comments.on(900).map(({ body }) => body)

for (const name of CODE_HOSTS) {
  test(`${name}: in a pipeline the author is asked in one comment, which ends when the description answers`, async () => {
    const first = await reviewed(name)
    assert.deepEqual([first.code, first.err], [0, ''])
    assert.match(first.out, /^\*\*What customers will read\*\* [\s\S]*\nThe comment was written\.\n$/)
    assert.match(said()[0] ?? '', /What can people do now, or what no longer happens\?/)
    assert.match((await reviewed(name, { action: 'synchronize' })).out, /The comment already says this\.\n$/)
    const body = '```release-note\nOwners remove a member with one click.\n```'
    sample.history.touch(900, { body })
    assert.match((await reviewed(name, { action: 'edited' })).out, /The comment was brought up to date\.\n$/)
    assert.equal(said().length, 1)
    assert.match(said()[0] ?? '', /> `Owners remove a member with one click`\n\nNothing is asked any more\./)
  })

  test(`${name}: drafts, bots, and what is locked or merged are left alone`, async () => {
    const changes: [Partial<ShownPull>, RegExp][] = [
      [{ isDraft: true }, /^It is a draft/],
      [{ isLocked: true }, /^Its conversation is locked/],
      [{ author: 'renovate[bot]' }, /^A bot opened it/],
      [{ isOpen: false }, /^It is closed or merged/],
    ]
    for (const [change, line] of changes) {
      if (change.isLocked && PROTOCOLS[name].lacks?.includes('locks')) continue
      sample.history.add({ ...opened, ...change })
      assert.match((await reviewed(name)).out, line)
    }
    assert.deepEqual(said(), [])
  })

  test(`${name}: without the permission to write, the review is printed and the pipeline goes on`, async () => {
    server.standing.mayComment = false
    const { code, out } = await reviewed(name)
    assert.equal(code, 0)
    assert.match(out, /What can people do now[\s\S]*\nNo comment was written: .+ refused the token/)
    if (name !== 'gitlab') assert.match(readFileSync(SUMMARY, 'utf8'), /What can people do now/)
  })

  test(`${name}: at a limit the review is printed, and the exit code says that the comment is missing`, async () => {
    server.misbehave((_, asked) => (isWrite(asked) ? faults.tooMany(600) : null))
    const { code, out } = await reviewed(name)
    assert.equal(code, 1)
    assert.match(out, /What can people do now[\s\S]*\nNo comment was written: .+ rate limit/)
  })

  test(`${name}: a refused token is named`, async () => {
    server.misbehave(() => ({ kind: 'answer', reply: { status: 401, body: {} } }))
    const { code, err } = await reviewed(name)
    assert.equal(code, 1)
    assert.match(err, /^127\.0\.0\.1:\d+ refused the token/)
  })
}

test('a host that is down is named, and nothing else happens', async () => {
  server.misbehave(() => ({ kind: 'drop' }))
  const { code, out, err } = await reviewed('gitlab')
  assert.deepEqual([code, out], [1, ''])
  assert.match(err, /did not give a usable answer/)
})

test('a comment that somebody deleted is not written again while the pull request is worked on', async () => {
  await reviewed('github')
  sample.history.comments = new Comments()
  assert.match(
    (await reviewed('github', { action: 'synchronize' })).out,
    /authors are asked when a pull request is opened or becomes ready\.\n$/,
  )
  assert.deepEqual(said(), [])
})

test('where nothing is needed, nothing is said on the pull request', async () => {
  sample.history.add({ ...opened, title: 'feat: export reports as CSV' })
  const { code, out } = await reviewed('github')
  assert.deepEqual(
    [code, out],
    [
      0,
      '**What customers will read** (feature, minor)\n\n> `Export reports as CSV`\n\nNo question to ask.\n',
    ],
  )
  assert.deepEqual(said(), [])
})

test('--json tells what was found and done', async () => {
  cli.env = variables('github', 'opened')
  const found: Json = await cli.json('review', '--history', sample.repository.folder)
  assert.deepEqual(found, {
    repo: SAMPLE,
    number: 900,
    left_alone: null,
    entry: {
      headline: 'Improve team member removal ux',
      body: '',
      writer: 'offline',
      kind: 'fix',
      magnitude: 'patch',
      confidence: found.entry.confidence,
      is_breaking: false,
    },
    questions: ['words'],
    asked: true,
    comment: 'created',
    problem: null,
  })
})

test('a title cannot give orders to the runner of the pipeline', async () => {
  sample.history.add({ ...opened, title: 'fix: ##[add-mask]e ::stop-commands::x' })
  const { out } = await reviewed('github')
  assert.doesNotMatch(out, /##\[|^\s*::/m)
})

test('without a history it is judged all the same, and says so', async () => {
  cli.env = variables('github', 'opened')
  const { code, out, err } = await cli.run('review')
  assert.equal(code, 0)
  assert.match(out, /The comment was written\.\n$/)
  assert.match(err, /^Judged without the repository's history: .+ is not a git repository\.\n$/)
})

test('by hand, the pull request and its host are named; without them it says what is missing', async () => {
  cli.env = { GITLAB_TOKEN: server.token }
  const site = server.apiUrls.gitlab.replace('/api/v4', '')
  const { out } = await cli.run(
    'review',
    '--host',
    'gitlab',
    '--url',
    site,
    '--repo',
    SAMPLE,
    '--pull',
    '900',
  )
  assert.match(out, /The comment was written\.\n$/)
  cli.env = {}
  const { code, err } = await cli.run('review')
  assert.equal(code, 2)
  assert.match(err, /^Which pull request\? Pass --repo owner\/name and --pull N/)
})
