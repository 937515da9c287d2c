import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processorTime } from '#testing/processor-time.ts'
import { notesOf, teamNoteOf } from './notes.ts'

const fragment = (path: string, text: string) => ({ body: '', fragments: [{ path, text }] })
const description = (body: string) => ({ body, fragments: [] })
const leading = (pull: Parameters<typeof notesOf>[0]) => {
  const [note] = notesOf(pull)
  return note && [note.kind, note.bump, note.text]
}

/** What was written, and the kind, bump and words that are read from it. */
const FRAGMENTS: [string, string, string, (string | null)[]][] = [
  [
    'a changeset',
    '.changeset/brave-cats-sing.md',
    "---\n'@acme/app': minor\nacme: patch\n---\n\nAdd a dark theme\n",
    [null, 'minor', 'Add a dark theme'],
  ],
  [
    'a changeset with no package',
    '.changeset/shy-owls-nap.md',
    '---\n---\n\nTidy the tests\n',
    [null, 'none', 'Tidy the tests'],
  ],
  ['a changeset that releases nothing', '.changeset/a-b-c.md', '---\n"app": none\n---\n', [null, 'none', '']],
  [
    'a Covector change',
    '.changes/tray-icon.md',
    '---\n"tray": "patch:bug"\n---\n\nKeep the icon sharp.\n',
    [null, 'patch', 'Keep the icon sharp.'],
  ],
  [
    'a change with its bump in its name',
    'packages/tray/.changes/minor.tray-icon.md',
    'Show an icon in the tray\n',
    [null, 'minor', 'Show an icon in the tray'],
  ],
  [
    'an unstable change',
    '.changes/unstable.tray-menu.md',
    'Show a menu in the tray',
    [null, 'patch', 'Show a menu in the tray'],
  ],
  ['a change that is not released', '.changes/none.tidy.md', 'Tidy up', [null, 'none', 'Tidy up']],
  [
    'a towncrier fragment',
    'changelog.d/1203.bugfix',
    'Fix a crash on empty rooms.\n',
    ['bugfix', null, 'Fix a crash on empty rooms.'],
  ],
  [
    'a numbered towncrier fragment',
    'newsfragments/88.feature.2.rst',
    '- Export to `CSV`',
    ['feature', null, 'Export to `CSV`'],
  ],
  [
    'an orphan towncrier fragment',
    'news/+pins.vendor.rst',
    'Upgrade certifi',
    ['vendor', null, 'Upgrade certifi'],
  ],
  [
    'a fragment in a folder of its kind',
    'changelog.d/security/41.md',
    'Check tokens in constant time',
    ['security', null, 'Check tokens in constant time'],
  ],
  [
    'a fragment that names its authors',
    'changelog.d/41_token.fix.md',
    'No more panics on empty tokens.\n\nauthors: ann\n',
    ['fix', null, 'No more panics on empty tokens.'],
  ],
  [
    'a long fragment with headings of its own',
    'changelog.d/old_sink.breaking.md',
    '# `old` sink removed {#old-sink}\n\n## Summary\n\nThe `old` sink\nis gone.\n\n## Migration\n\n#### Old\n\n- a\n\n#### New\n\n- b\n\nauthors: ann\n',
    ['breaking', null, 'The `old` sink\nis gone.'],
  ],
  ['a fragment without a kind', 'changelog.d/41.md', 'Quicker start', [null, null, 'Quicker start']],
  [
    'a section of a scriv fragment',
    'changelog.d/20260102_ann.md',
    '### Fixed\n\n- Dates in Safari\n',
    ['fixed', null, 'Dates in Safari'],
  ],
  [
    'an underlined section',
    'changelog.d/x.rst',
    'Added\n-----\n\n* A quiet mode\n',
    ['added', null, 'A quiet mode'],
  ],
  [
    'a YAML fragment',
    'changelog/fragments/17-a.yaml',
    '# Kind can be one of:\n# - feature\nkind: bug-fix\nsummary: Restart after a crash\ndescription: long\npr: 4\n',
    ['bug-fix', null, 'Restart after a crash'],
  ],
  [
    'a YAML fragment with message and type',
    'changelog/unreleased/core/b.yml',
    'message: |\n  **Router**: Match paths faster.\ntype: performance\nscope: Core\n',
    ['performance', null, '**Router**: Match paths faster.'],
  ],
  [
    'a list of release notes',
    'releasenotes/notes/55.yaml',
    'kind: feature\narea: net\nreleaseNotes:\n- |\n  **Added** a retry budget.\n',
    ['feature', null, '**Added** a retry budget.'],
  ],
  [
    'a reno note',
    'releasenotes/notes/quiet-1f.yaml',
    'fixes:\n  - |\n    No more double mails.\n',
    ['fixes', null, 'No more double mails.'],
  ],
  [
    'an antsibull fragment',
    'changelogs/fragments/9.yml',
    'minor_changes:\n  - copy - accept a list\nbugfixes:\n  - copy - keep the mode\n',
    ['minor-changes', null, 'copy - accept a list'],
  ],
  [
    'an OpenTelemetry change',
    '.chloggen/trace.yaml',
    "change_type: 'bug_fix'\ncomponent: trace\nnote: Keep the parent span\nissues: [4]\n",
    ['bug-fix', null, 'Keep the parent span'],
  ],
  [
    'a Changie change',
    '.changes/unreleased/Added-1.yaml',
    'kind: Added\nbody: A `--json` flag\ntime: 2026-01-02T03:04:05Z\n',
    ['added', null, 'A `--json` flag'],
  ],
  [
    'a Beachball change',
    'change/app-12.json',
    '{"type":"patch","comment":"Keep focus in the menu","packageName":"app"}',
    [null, 'patch', 'Keep focus in the menu'],
  ],
  [
    'a Rush change that releases nothing',
    'common/changes/app/x.json',
    '{"changes":[{"packageName":"app","comment":"","type":"none"}]}',
    [null, 'none', ''],
  ],
  [
    'a header with significance',
    'changelog/fix-totals',
    'Significance: minor\nType: fix\n\nCount refunds in the totals.\n',
    ['fix', 'minor', 'Count refunds in the totals.'],
  ],
  [
    'a header with nothing but a comment',
    'changelog/dev-x',
    'Significance: patch\nType: dev\nComment: Only tests.\n\n',
    ['dev', 'none', ''],
  ],
  [
    'a block with its kind',
    '.changelog/15.txt',
    '```release-note:improvement\nclient: Log when a task starts\n```\n',
    ['improvement', null, 'client: Log when a task starts'],
  ],
  [
    'a YAML file that is none',
    'changelog/fragments/9.yaml',
    'kind: bug-fix\nsummary: **Router** keeps: its [paths\n',
    ['bug-fix', null, '**Router** keeps: its [paths'],
  ],
]

for (const [path, text, expected] of [
  ['CHANGELOG.md', '### Fixed\n- Totals are right', ['fixed', null, 'Totals are right']],
  ['packages/app/CHANGES.rst', '- Print receipts', [null, null, 'Print receipts']],
  ['CHANGELOG.md', '- \\*: Print receipts', [null, null, 'Print receipts']],
  ['CHANGELOG.md', '### Unreleased\n- [BUGFIX] Totals are right', ['bugfix', null, 'Totals are right']],
] as const)
  test(`the entry of ${path} is read`, () => {
    assert.deepEqual(leading(fragment(path, text)), expected)
    assert.equal(notesOf(fragment(path, text))[0]?.source, 'changelog')
  })

for (const [what, path, text, expected] of FRAGMENTS)
  test(`${what} is read`, () => assert.deepEqual(leading(fragment(path, text)), expected))

test('the most important of several notes comes first', () => {
  const pull = {
    body: '',
    fragments: [
      { path: 'changelog.d/1.misc', text: 'Tidy up' },
      { path: 'changelog.d/1.bugfix', text: 'Fix the clock' },
      { path: 'changelog.d/1.feature', text: 'Add an alarm' },
    ],
  }
  assert.deepEqual(
    notesOf(pull).map(note => note.kind),
    ['feature', 'bugfix', 'misc'],
  )
  assert.deepEqual(teamNoteOf(pull), { text: 'Add an alarm', source: 'fragment', others: ['Fix the clock'] })
})

test('the changeset with the larger bump comes first', () => {
  const pull = {
    body: '',
    fragments: [
      { path: '.changeset/a.md', text: '---\na: patch\n---\nsmall' },
      { path: '.changeset/b.md', text: '---\nb: major\n---\nlarge' },
    ],
  }
  assert.equal(teamNoteOf(pull)?.text, 'large')
})

test('of equally important notes the one closest to the title comes first', () => {
  const fragments = [
    { path: '.changeset/a.md', text: '---\na: minor\n---\nExport the list of bells' },
    { path: '.changeset/b.md', text: '---\nb: minor\n---\nAdd an alarm to the clock' },
    { path: '.changeset/c.md', text: '---\nc: patch\n---\nAdd an alarm to the clock of the tower' },
  ]
  assert.deepEqual(teamNoteOf({ body: '', title: 'feat: add alarm to clocks', fragments }), {
    text: 'Add an alarm to the clock',
    source: 'changeset',
    others: ['Export the list of bells', 'Add an alarm to the clock of the tower'],
  })
  assert.equal(teamNoteOf({ body: '', fragments })?.text, 'Export the list of bells')
})

test('a note that says there is nothing to announce is no note', () => {
  assert.equal(teamNoteOf(fragment('.changeset/a.md', '---\n---\n\nTidy\n')), null)
  assert.equal(teamNoteOf(description('```release-note\nNONE\n```')), null)
})

test('a fragment of nothing but breaks and headings is read quickly', () => {
  const spent = processorTime()
  for (const text of [
    `${'\n'.repeat(65_000)}x`,
    '# summary\n'.repeat(6_500),
    `${'\nauthors:'.repeat(7_000)}\nx`,
  ])
    notesOf(fragment('changelog.d/4.fix.md', text))
  assert.ok(spent() < 1_000)
})

test('of several changesets of one weight that of the main package leads', () => {
  const pull = {
    body: '',
    title: 'Drop the old engine',
    repo: 'acme/shop',
    fragments: [
      { path: '.changeset/a.md', text: "---\n'@acme/cli': major\n---\n\nThe command needs engine 4\n" },
      { path: '.changeset/b.md', text: "---\n'@acme/shop': major\n---\n\nShops need engine 4\n" },
    ],
  }
  assert.equal(teamNoteOf(pull)?.text, 'Shops need engine 4')
  assert.equal(teamNoteOf({ ...pull, repo: 'acme/other' })?.text, 'The command needs engine 4')
})
