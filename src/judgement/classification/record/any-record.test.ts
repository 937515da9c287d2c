import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProductClassifier } from '#app/judging.ts'
import { mayHoldNote } from '#pulls/changelog-sources/changelog-paths.ts'
import { parsePullLine } from '#pulls/json-lines.ts'
import { aPull } from '#testing/pulls.ts'
import type { Kind, Visibility } from '../classification.ts'
import { nothingBefore } from '../classifier.ts'

const classifier = await createProductClassifier()

/** A change of a made-up product, and what its team wrote of it: its sort, and a sentence. */
interface Written {
  title: string
  path: string
  visibility: Visibility
  kind: Kind | null
  sort: 'new' | 'mended' | 'upkeep'
  text: string
}

const CHANGES: Written[] = [
  {
    title: 'Vessel timetable',
    path: 'src/fleet/timetable.ts',
    visibility: 'user-facing',
    kind: 'feature',
    sort: 'new',
    text: 'Skippers see the timetable of each vessel.',
  },
  {
    title: 'Rework berth allocation',
    path: 'src/harbour/berths.ts',
    visibility: 'user-facing',
    kind: 'feature',
    sort: 'new',
    text: 'Berths can be reserved a week ahead.',
  },
  {
    title: 'Tides off by one',
    path: 'src/tides/table.ts',
    visibility: 'user-facing',
    kind: 'fix',
    sort: 'mended',
    text: 'The table of tides starts at midnight again.',
  },
  {
    title: 'Change anchor parser',
    path: 'src/anchors/parse.ts',
    visibility: 'user-facing',
    kind: 'fix',
    sort: 'mended',
    text: 'Anchors with two flukes are read without an error.',
  },
  {
    title: 'Add a cache of charts',
    path: 'src/charts/cache.ts',
    visibility: 'internal',
    kind: null,
    sort: 'upkeep',
    text: 'Keep the charts of a session in one place.',
  },
  {
    title: 'Support several registers',
    path: 'src/store/register.ts',
    visibility: 'internal',
    kind: null,
    sort: 'upkeep',
    text: 'Registers are opened by one factory from here on.',
  },
]

/** A way to write it down that no tool prescribes: where, and what stands there. */
type Format = (change: Written, at: number) => { path: string; text: string }
const pick = ({ sort }: Written, [fresh, mended, upkeep]: readonly [string, string, string]): string =>
  sort === 'new' ? fresh : sort === 'mended' ? mended : upkeep

const FORMATS: Record<string, Format> = {
  'front matter with a key of its own': (one, at) => ({
    path: `shiplog/coming/00${at}-harbour.md`,
    text: `---\nImpact: ${pick(one, ['Feature', 'Bug Fix', 'Internal'])}\nAuthor: Ann\n---\n\n${one.text}\n`,
  }),
  'YAML with keys of its own': (one, at) => ({
    path: `team/log/2026-11-${at}.yaml`,
    text: `change-kind: ${pick(one, ['enhancement_new', 'bugfix', 'chore'])}\nticket: 12\nwhat: ${one.text}\n`.replace(
      'enhancement_new',
      'new-feature',
    ),
  }),
  JSON: (one, at) => ({
    path: `packages/harbour/.voyages/${at}a1.json`,
    text: JSON.stringify(
      { category: pick(one, ['added', 'fixed', 'maintenance']), words: one.text },
      null,
      2,
    ),
  }),
  'bumps in front matter': (one, at) => ({
    path: `.versioning/lazy-gull-${at}.md`,
    text: `---\n"@harbour/app": ${pick(one, ['minor', 'patch', 'none'])}\n---\n\n${one.sort === 'upkeep' ? '' : one.text}\n`,
  }),
  'the kind in the name of the file': (one, at) => ({
    path: `harbour/log.d/12${at}.${pick(one, ['added', 'fixed', 'chore'])}`,
    text: `${one.text}\n`,
  }),
  'the kind in front of the first line': (one, at) => ({
    path: `upcoming/berth-${at}.txt`,
    text: `${pick(one, ['New', 'Fixed', 'Internal'])}: ${one.text}\n`,
  }),
  'reStructuredText below a heading': (one, at) => {
    const heading = pick(one, ['New features', 'Bug fixes', 'Internal changes'])
    return {
      path: `doc/whatsnew/pending/${at}-berth.rst`,
      text: `${heading}\n${'-'.repeat(heading.length)}\n\n- ${one.text}\n`,
    }
  },
  TOML: (one, at) => ({
    path: `log/next/${at}.toml`,
    text: `[change]\ntype = "${pick(one, ['feature', 'fix', 'refactor'])}"\nsummary = "${one.text}"\n`,
  }),
  'folders that sort': (one, at) => ({
    path: `notes/unreleased/${pick(one, ['added', 'fixed', 'internal'])}/${at}.md`,
    text: `${one.text}\n`,
  }),
  'categories in many words': (one, at) => ({
    path: `release-notes/pending/${at}.yml`,
    text: `section: ${pick(one, ['New and shiny', 'Bugs that we squashed', 'Housekeeping and other upkeep'])}\nnote: ${one.text}\n`,
  }),
}

const pullOf = (one: Written, note: { path: string; text: string } | null) => {
  const files = [
    { path: one.path, additions: 20, deletions: 6, status: 'modified' },
    ...(note ? [{ path: note.path, additions: 6, deletions: 0, status: 'added' }] : []),
  ]
  const line = {
    repo: 'acme/harbour',
    number: 1,
    title: one.title,
    body: '',
    merged_at: '2026-11-20T10:00:00Z',
    files,
    fragments: note ? [note] : [],
  }
  return parsePullLine(JSON.stringify(line))
}

for (const [name, format] of Object.entries(FORMATS))
  test(`a record without a standard format is read: ${name}`, () => {
    for (const [at, one] of CHANGES.entries()) {
      const note = format(one, at + 1)
      assert.ok(mayHoldNote({ path: note.path, status: 'added', additions: 6 }), note.path)
      const pull = pullOf(one, note)
      assert.equal(pull.fragments.length, 1, note.path)
      const answer = classifier.classify(pull)
      assert.equal(answer.visibility, one.visibility, `${note.path}: ${answer.reason}`)
      if (one.kind && !note.path.startsWith('.versioning')) assert.equal(answer.kind, one.kind, note.path)
    }
  })

test('unknown words in a record hardly count and never give high confidence', () => {
  for (const sort of ['Delights', 'Harbour', 'Wave three'])
    for (const [at, one] of CHANGES.entries()) {
      const blind = classifier.classify(pullOf(one, null))
      const told = classifier.classify(
        pullOf(one, {
          path: `release-notes/pending/${at}.yml`,
          text: `section: ${sort}\nnote: ${one.text}\n`,
        }),
      )
      assert.ok(told.visibility === blind.visibility || told.confidence === 'low', `${sort}: ${told.reason}`)
      assert.notEqual(told.confidence, 'high')
    }
})

test('a team’s own category is learnt from the changes that have it', () => {
  const known = nothingBefore()
  const noted = (title: string, file: string, sort: string, number: number) =>
    aPull({
      title,
      number,
      mergedAt: number,
      files: [file],
      fragments: [
        {
          path: `release-notes/pending/${number}.yml`,
          text: `section: ${sort}\nnote: Berths and tides of the harbour.\n`,
        },
      ],
    })
  for (let at = 1; at <= 12; at++) {
    classifier.classify(
      noted(`Allow members to export list ${at}`, 'src/components/list.tsx', 'Delights', 2 * at),
      known,
    )
    classifier.classify(
      noted(`Refactor test helpers of part ${at}`, 'tests/helpers.ts', 'Bilge', 2 * at + 1),
      known,
    )
  }
  const scoreOf = (sort: string) =>
    classifier.classify(noted('Change berth allocation', 'src/berths.ts', sort, 100), known).score
  assert.ok(scoreOf('Delights') > scoreOf('Rigging') + 0.05)
  assert.ok(scoreOf('Bilge') < scoreOf('Rigging') - 0.1)
})

test('a file that only looks like a note is ignored', () => {
  const others = [
    ['deploy/harbour/service.yaml', 'kind: Service\nmetadata:\n  name: the harbour of all ships\n'],
    [
      'content/pages/berths.md',
      '---\ntitle: Berths\ntype: page\n---\n\nAll about the berths of our harbour.\n',
    ],
    ['data/coast.json', '{"type": "Feature", "geometry": {"type": "Point"}}'],
    ['guides/tides.md', '# Tides\n\nNote: the tides are told in local time, as ever.\n'],
  ] as const
  for (const [path, text] of others)
    assert.deepEqual(pullOf(CHANGES[0] as Written, { path, text }).fragments, [], path)
})

test('a title prefix is an area unless the team uses it as a type', () => {
  const title = 'UI: update the list of browsers'
  const alone = classifier.classify(aPull({ title, files: ['scripts/browsers.ts'] }))
  assert.notEqual(alone.layer, 'explicit')
  assert.ok(!alone.evidence.some(({ detail }) => detail === 'the title is marked “UI”'))
  const known = nothingBefore()
  for (let at = 1; at <= 20; at++)
    classifier.classify(
      aPull({ title: `${at % 2 ? 'FEATURE' : 'DEV'}: change part ${at}`, number: at, mergedAt: at }),
      known,
    )
  const there = classifier.classify(aPull({ title, number: 99, mergedAt: 99 }), known)
  assert.ok(there.evidence.some(({ detail }) => detail === 'the title is marked “UI”'))
})
