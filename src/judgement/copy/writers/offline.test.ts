import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countGraphemes } from '#judgement/copy/text/graphemes.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { faults } from '#testing/titles/faults.ts'
import { hollow, telling } from '#testing/titles/hollow.ts'
import { long } from '#testing/titles/long.ts'
import { prefixes } from '#testing/titles/prefixes.ts'
import { references } from '#testing/titles/references.ts'
import type { TitleCase } from '#testing/titles/title.ts'
import { wording } from '#testing/titles/wording.ts'
import { HEADLINE_LIMIT } from '../pitch.ts'
import { offlineWriter } from './offline.ts'

const aPull = (known: Partial<MergedPull>): MergedPull => ({
  host: 'git',
  repo: 'acme/shop',
  number: 7,
  title: '',
  body: '',
  author: 'maria',
  authorIsBot: false,
  labels: [],
  baseBranch: 'main',
  mergeCommit: null,
  mergedAt: 0,
  url: null,
  files: [],
  filesChanged: 0,
  additions: 0,
  deletions: 0,
  linkedIssues: [],
  commits: [],
  fragments: [],
  ...known,
})

const write = (known: Partial<MergedPull>) => offlineWriter.write(aPull(known))
const headline = (title: string) => write({ title }).headline
const cases: TitleCase[] = [...prefixes, ...references, ...wording, ...telling, ...long, ...faults]

for (const [name, table] of Object.entries({ prefixes, references, wording, telling, long, faults }))
  test(`every title in "${name}" becomes an acceptable headline`, () => {
    const refused = table
      .map(([title, ...accepted]) => ({ title, accepted, written: headline(title) }))
      .filter(({ accepted, written }) => !accepted.includes(written))
    assert.deepEqual(refused, [])
  })

test('a title that says nothing needs words', () => {
  assert.deepEqual(
    hollow.filter(title => write({ title }).needsWords === undefined),
    [],
  )
})

test('a title that says what is different needs none', () => {
  const telling = [
    'fix: stale prices',
    'Fix crop editor cursor drift',
    'Improve startup time',
    'Improve button contrast in dark mode',
    'Deprecate receipts v1',
    'Fix copying receipts',
    'Add dark mode',
    'fix: the list no longer jumps',
    'fix: receipts show the right currency',
    'Orders - fix totals stuck at zero',
  ]
  assert.deepEqual(
    telling.filter(title => write({ title }).needsWords !== undefined),
    [],
  )
})

test('what may be the fault never leads', () => {
  const faults = [
    'fix: document update rejected when preferences are null',
    'Document update rejected when preferences are null',
    'fix: arrows with a label are invisible in the export',
    'fix: webhook contains stale dates',
    'Orders list: cannot select by a long press',
    'Pages with small carts breaking',
  ]
  assert.deepEqual(
    faults.filter(title => write({ title }).needsWords === undefined),
    [],
  )
})

test('a verb is added to no sentence, and a word after it is lower case unless it is a name', () => {
  const fix = (title: string, known: Partial<MergedPull> = {}) => write({ title, ...known }).headline
  assert.equal(fix('fix: Passkeys not supported'), 'Fix passkeys not supported')
  assert.equal(fix('feat: checkout handles several cards'), 'Checkout handles several cards')
  assert.equal(fix('fix: Slack mentions missing from digests'), 'Fix Slack mentions missing from digests')
  assert.equal(fix('fix: Quill not loading on phones'), 'Fix quill not loading on phones')
  const body = 'The toolbar of Quill was left out of the page.'
  assert.equal(fix('fix: Quill not loading on phones', { body }), 'Fix Quill not loading on phones')
  assert.equal(
    fix('fix: Quill not loading on phones', { repo: 'acme/quill' }),
    'Fix Quill not loading on phones',
  )
})

test('a headline has one line, at most 80 characters, no reference, no mention and whole code spans', () => {
  for (const [title] of cases) {
    const written = headline(title)
    assert.notEqual(written, '')
    assert.ok(countGraphemes(written) <= HEADLINE_LIMIT, written)
    assert.doesNotMatch(written, /\n|#\d|(?:^|\s)@[\w-]+(?![\w/-])|\.$/)
    assert.equal(written.split('`').length % 2, 1, written)
  }
})

test('a note that breaks off before its verb is replaced by the title and kept in the body', () => {
  const note =
    'All details of a receipt but the rate in `tax` and the name in `customer`, which others read, have been removed from its footer.'
  const fragments = [{ path: 'changelog.d/7.change.md', text: note }]
  assert.deepEqual(write({ title: 'Remove most details from the footer of a receipt', fragments }), {
    headline: 'Remove most details from the footer of a receipt',
    body: note,
    writer: 'team',
  })
})

test('rewriting a headline does not change it', () => {
  for (const [title] of cases) {
    const written = headline(title)
    // Of this length, and with an ellipsis, it is like a title that a host has cut in mid-word.
    if (!/^.{69}…$/.test(written)) assert.equal(headline(written), written)
  }
})

test('a headline says only what the title says', () => {
  const granted = new Set(
    'add do fix prevent from make being unable to an issue where no longer bug fixes typo various changes improvements version dependency updates'.split(
      ' ',
    ),
  )
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  for (const [title] of cases) {
    const known = wordsOf(
      `${title} ${title.replace(/\bv(?=\d)/g, '')} ${title.replace(/nt\b/g, "n't")} ${title.replace(/n['’]t\b/g, ' not')}`,
    )
    const invented = wordsOf(headline(title)).filter(
      word => !granted.has(word) && !known.some(source => stem(source) === stem(word)),
    )
    assert.deepEqual(invented, [], title)
  }
})

const stem = (word: string) =>
  word
    .replace(/(?:ing|ed|es|s|e|d)$/, '')
    .replace(/(.)\1$/, '$1')
    .replace(/y$|i$|(?<=c)k$/, '')

test('a negation is never lost', () => {
  const NEGATION = /\b(?:not|no|never|without|unless|cannot|dont|disallow|prevent|avoid|stop)\b|n['’]t\b/gi
  /** "cannot" may be told as "unable", and "isn't" as "not being". */
  const SAME: Record<string, RegExp> = { dont: /don't/, cannot: /cannot|unable/, "n't": /n't|\bnot\b|unable/ }
  for (const [title] of cases) {
    const written = headline(title)
    if (written.endsWith('…')) continue
    const said = `${written} ${write({ title }).body}`.toLowerCase()
    const denied = title.replace('DO NOT MERGE', '').toLowerCase().match(NEGATION) ?? []
    assert.ok(
      denied.every(word => SAME[word]?.test(said) ?? said.includes(word)),
      title,
    )
  }
})

test('copy that cannot be written well waits for a person, with the reason', () => {
  const reason = (title: string, body = '') => write({ title, body }).needsWords
  assert.match(reason('fix: race in refresh') ?? '', /concurrent code/)
  assert.match(reason('refactor handleInitialsFieldClick to return a promise') ?? '', /source code/)
  assert.match(reason('fix: getMembersOfRoom ignores guests') ?? '', /went wrong/)
  assert.match(reason('The list should only show open boards') ?? '', /should be so/)
  assert.match(reason('chore: some UI polish') ?? '', /says what is different/)
  assert.match(reason('Update the seed data of boards') ?? '', /test data/)
  assert.equal(
    reason('fix: race in refresh', 'Boards no longer show stale cards after a refresh.'),
    undefined,
  )
  assert.equal(reason('Show the tax on receipts'), undefined)
})
