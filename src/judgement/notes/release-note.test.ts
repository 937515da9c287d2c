import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processorTime } from '#testing/processor-time.ts'
import { notesOf, teamNoteOf } from './notes.ts'

const description = (body: string) => ({ body, fragments: [] })
const leading = (body: string) => {
  const [note] = notesOf(description(body))
  return note && [note.kind, note.bump, note.text]
}

const DESCRIPTIONS: [string, string, (string | null)[] | undefined][] = [
  ['a fenced block', 'What\n\n```release-note\nPods start faster\n```\n', [null, null, 'Pods start faster']],
  ['an empty fence', '```release-note\n\n```', undefined],
  ['a fence with what it asks', '```release-note\n<!-- What can people\ndo now? -->\n```', undefined],
  ['a fenced none', '```release-note\nNONE\n```', [null, null, '']],
  ['a fenced block with a kind', '~~~release-note:bug\nNo more panics\n~~~', ['bug', null, 'No more panics']],
  [
    'a section',
    'Closes #3\n\nRelease Notes:\n\n- Fixed the caret jumping\n',
    [null, null, 'Fixed the caret jumping'],
  ],
  ['a section that says N/A', 'Release Notes:\n\n- N/A\n', [null, null, '']],
  [
    'a heading with what follows up to the next',
    '## Release notes\nAdds tabs\n\n## Tests\nmany',
    [null, null, 'Adds tabs'],
  ],
  [
    'a section that the template left open',
    'Release Notes:\n\n- N/A *or* Added/Fixed/Improved ...\n',
    undefined,
  ],
  ['an empty section', '### Release note\n\n### Tests\n', undefined],
  [
    'a heading that says in brackets what it is for',
    '## User-facing changes (Release notes)\nAdds tabs\n\n## Tests\nmany',
    [null, null, 'Adds tabs'],
  ],
  ['a section that says nan', '## Release notes\nnan\n', [null, null, '']],
  ['what a template tells its authors', '<!-- ```release-note\nNONE\n``` -->\nhello', undefined],
  [
    'a tagged line',
    'Release note (bug fix): Joins keep\ntheir order.\n\nEpic: none',
    ['bug-fix', null, 'Joins keep\ntheir order.'],
  ],
  [
    'a question answered with no',
    '### Does this PR introduce _any_ user-facing change?\nNo, only tests.\n### How tested',
    [null, null, ''],
  ],
  [
    'a summary between the marks of an assistant',
    'Keeps the tabs.\n\n<!-- This is an auto-generated comment: release notes by coderabbit.ai\n-->\n## Summary by CodeRabbit\n\n## Release Notes\n\n* **Chores**\n  * Tidied the tabs.\n\n<!-- end of auto-generated comment: release notes by coderabbit.ai -->',
    undefined,
  ],
  [
    'a summary under the name of an assistant',
    'Keeps the tabs.\n\n## Summary by CodeRabbit\n\n## Release Notes\n\n* **New Features**\n  * Added tabs.\n',
    undefined,
  ],
  [
    'what the team wrote below the summary of an assistant',
    '<!-- This is an auto-generated comment: release notes by coderabbit.ai -->\n## Summary by CodeRabbit\n* **Chores**\n<!-- end of auto-generated comment: release notes by coderabbit.ai -->\n\nRelease Notes:\n\n- Fixed the tabs\n',
    [null, null, 'Fixed the tabs'],
  ],
  ['plain text about release notes', 'This generates the release notes page.', undefined],
]

for (const [what, body, expected] of DESCRIPTIONS)
  test(`in a description, ${what} is read`, () => assert.deepEqual(leading(body), expected))

test('release notes in a bot’s description belong to the dependency, unless they are in a fenced block', () => {
  const upstream = description('### Release Notes\n\n- Faster parsing')
  assert.equal(teamNoteOf(upstream)?.text, 'Faster parsing')
  assert.equal(teamNoteOf({ ...upstream, author: 'renovate[bot]', authorIsBot: true }), null)
  const copied = {
    ...description('```release-note\nFaster parsing\n```'),
    author: 'renovate[bot]',
    authorIsBot: true,
  }
  assert.equal(teamNoteOf(copied)?.text, 'Faster parsing')
})

test('a hostile description is read in linear time', () => {
  const spent = processorTime()
  notesOf(description('<!--'.repeat(20_000) + '```release-note\n'.repeat(20_000)))
  notesOf(description(`${'Release Notes:'.repeat(20_000)}\n`.repeat(3)))
  notesOf(description(`release notes ${'<!-- This is an auto-generated comment'.repeat(20_000)}`))
  notesOf(description(`release notes ${`# Summary by${' '.repeat(50)}`.repeat(5_000)}`))
  assert.ok(spent() < 1_000)
})
