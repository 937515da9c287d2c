import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePullLine, readPullLines } from './json-lines.ts'
import { MAX_FILES } from './pull-request.ts'

const least = {
  repo: 'acme/app',
  number: 12,
  title: 'Add exports',
  body: '',
  merged_at: '2026-03-01T10:00:00+02:00',
}
const parse = (fields: object) => parsePullLine(JSON.stringify({ ...least, ...fields }))

test('the required fields are enough', () => {
  const pull = parse({})
  assert.equal(pull.mergedAt, Date.parse('2026-03-01T08:00:00Z'))
  assert.deepEqual([pull.host, pull.url, pull.files, pull.additions], ['git', null, [], 0])
})

test('the host comes from the address, totals from the files unless they are given', () => {
  const files = [{ path: 'a.ts', additions: 3, deletions: 1, status: 'added' }, { path: 'b.ts' }]
  const pull = parse({ url: 'https://git.example.org:8443/acme/app/pulls/12', files })
  assert.deepEqual(
    [pull.host, pull.filesChanged, pull.additions, pull.deletions],
    ['git.example.org:8443', 2, 3, 1],
  )
  assert.equal(parse({ files, files_changed: 200 }).filesChanged, 200)
})

test('a host has one name, whichever address names it', () => {
  const hostOf = (url: string) => parse({ url }).host
  for (const url of ['https://github.com/acme/app/pull/12', 'http://www.github.com/acme/app/pull/12'])
    assert.equal(hostOf(url), 'github.com')
  assert.equal(hostOf('https://acme.visualstudio.com/shop/_git/app/pullrequest/12'), 'dev.azure.com')
})

test('a bad value is named together with what is accepted', () => {
  assert.throws(() => parse({ number: '12' }), { code: 'invalid_parameter', message: /^number: .*number/ })
  assert.equal(parse({ repo: 'acme/My Shop/app' }).repo, 'acme/My Shop/app')
  for (const repo of ['app', 'acme/', 'acme /app'])
    assert.throws(() => parse({ repo }), { message: /repo: expected owner\/name/ })
  assert.throws(() => parse({ merged_at: '2026-02-31' }), { message: /merged_at: expected an ISO 8601/ })
  assert.throws(() => parse({ merged_at: '0001-01-01' }), { message: /merged_at: .* since 1970/ })
  assert.throws(() => parse({ url: 'javascript:alert(1)' }), { message: /^url/ })
  assert.throws(() => parsePullLine('{'), { message: /not JSON/ })
  assert.throws(() => parsePullLine('[]'), { message: /^the line/ })
})

test('a labelled line is read as if it were not labelled', () => {
  assert.deepEqual(parse({ labels: { visibility: 'internal' } }).labels, [])
  assert.deepEqual(parse({ labels: ['bug'] }).labels, ['bug'])
})

test('text is made safe on its way in', () => {
  const pull = parse({ title: 'Add \u202Eexports\u0000\n now', body: 'a\r\nb\uD800' })
  assert.deepEqual([pull.title, pull.body], ['Add exports now', 'a\nb\uFFFD'])
})

test('of a hundred thousand files some are kept and all are counted', () => {
  const files = Array.from({ length: 100_000 }, (_, at) => ({
    path: `src/${at}.ts`,
    additions: 2,
    deletions: 1,
    status: 'modified',
  }))
  const pull = parse({ files })
  assert.deepEqual(
    [pull.files.length, pull.filesChanged, pull.additions, pull.deletions],
    [MAX_FILES, 100_000, 200_000, 100_000],
  )
})

test('a line that is longer than any that a host gives is kept with what a record has room for', () => {
  const [word, many] = ['x'.repeat(5_000_000), <T>(item: T) => Array<T>(20_000).fill(item)]
  const pull = parse({
    ...{ title: `Add ${word}`, body: word, author: word, labels: many(word.slice(0, 300)) },
    ...{ files: [{ path: word }], fragments: many({ path: '.changeset/a.md', text: 'b' }) },
    commits: [...many('feat: add it'), word],
  })
  assert.deepEqual(
    [pull.title.length, pull.body.length, pull.author?.length, pull.files[0]?.path.length],
    [500, 65_536, 200, 4_096],
  )
  const { labels, commits, fragments } = pull
  assert.deepEqual([labels.length, labels[0]?.length, commits.length, fragments.length], [100, 200, 250, 50])
  assert.equal(commits.at(-1)?.length, 500)
  for (const fault of [{ repo: `acme/${word}` }, { additions: Number.MAX_SAFE_INTEGER }])
    assert.throws(() => parse(fault), { code: 'invalid_parameter', message: /Too big/ })
})

test('of a commit its subject and the footers that matter are kept', () => {
  const commits = [
    'feat: add it\n\nIn two steps.\n\nBREAKING CHANGE: the old one is gone',
    'fix: it\r\n\r\nWhy',
  ]
  assert.deepEqual(parse({ commits }).commits, [
    'feat: add it\n\nBREAKING CHANGE: the old one is gone',
    'fix: it',
  ])
})

test('a bad line is reported with its number and the good ones are kept', async () => {
  async function* lines() {
    yield [JSON.stringify(least), '']
    yield ['oops', JSON.stringify({ ...least, number: 13 })]
  }
  const read = await Array.fromAsync(readPullLines(lines()))
  assert.deepEqual(
    read.flat().map(line => ('pull' in line ? line.pull.number : `line ${line.number}: ${line.fault}`)),
    [12, 'line 3: not JSON in UTF-8; each line is one JSON object', 13],
  )
})
