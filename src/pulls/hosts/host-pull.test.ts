import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HostPull, mergedPullFrom } from './host-pull.ts'

const told = (known: Partial<HostPull> = {}): HostPull => ({
  host: 'code.example',
  repo: 'acme/app',
  number: 12,
  title: 'Show totals',
  body: null,
  author: { name: 'grace', isBot: false },
  labels: [],
  baseBranch: 'main',
  headBranch: null,
  mergeCommit: 'ab'.repeat(20),
  mergedAt: 0,
  url: 'https://code.example/acme/app/pull/12',
  ...known,
})

test('issues in the text come first, then those of the host; never the pull request itself', () => {
  const { linkedIssues } = mergedPullFrom(
    told({ body: 'Closes #7 and #12', linkedIssues: ['#9', '#7', 'acme/web#3', 'not an issue', '#12'] }),
  )
  assert.deepEqual(linkedIssues, ['#7', '#9', 'acme/web#3'])
})

test('commits have their subjects, without branch merges', () => {
  const { commits } = mergedPullFrom(
    told({
      commits: [
        'Show\ntotals\n\nLong story',
        "Merge branch 'main' into totals",
        '',
        "Merge remote-tracking branch 'origin/main'",
        'Merge the two totals',
      ],
    }),
  )
  assert.deepEqual(commits, ['Show totals', 'Merge the two totals'])
})

test('the newest commits and the first files are kept, and the totals count all', () => {
  const file = { additions: 2, deletions: 1, status: 'modified' as const }
  const pull = mergedPullFrom(
    told({
      commits: Array.from({ length: 300 }, (_, at) => `Step ${at}`),
      files: Array.from({ length: 1_200 }, (_, at) => ({ path: `src/${at}.ts`, ...file })),
    }),
  )
  assert.deepEqual([pull.commits.length, pull.commits.at(-1)], [250, 'Step 299'])
  assert.deepEqual(
    [pull.files.length, pull.filesChanged, pull.additions, pull.deletions],
    [1_000, 1_200, 2_400, 1_200],
  )
})

test('bots are recognised by the host or by their names', () => {
  const isBot = (name: string, byHost: boolean) =>
    mergedPullFrom(told({ author: { name, isBot: byHost } })).authorIsBot
  assert.deepEqual(
    [isBot('acme-ci', true), isBot('renovate[bot]', false), isBot('grace', false)],
    [true, true, false],
  )
  assert.equal(mergedPullFrom(told({ author: null })).author, null)
})

test('an address that is not a web page is left out', () => {
  const urlOf = (url: string) => mergedPullFrom(told({ url })).url
  for (const url of ['javascript:alert(1)', 'data:text/html,x', 'acme/app', 'https://a:b@code.example/x']) {
    assert.equal(urlOf(url), null)
  }
  assert.equal(urlOf('https://code.example/x'), 'https://code.example/x')
})

test('merges of other pull requests stay among the commits, in the words of every host', () => {
  const { commits } = mergedPullFrom(
    told({
      commits: [
        'Merge pull request #7 from acme/mail\n\nMail receipts',
        "Merge pull request 'Dark mode' (#8) from ada/dark into dev",
        "Merge branch 'search' into 'dev'\n\nSearch\n\nSee merge request acme/app!9",
        'Merge pull request #12 from acme/dev\n\nShow totals',
      ],
    }),
  )
  assert.deepEqual(commits, ['Merge pull request #7', 'Merge pull request #8', 'Merge pull request #9'])
})
