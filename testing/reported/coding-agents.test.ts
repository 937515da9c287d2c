import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProductClassifier } from '#app/judging.ts'
import { upkeepOf } from '#judgement/upkeep.ts'
import { mergedPullFrom } from '#pulls/hosts/host-pull.ts'
import { parsePullLine } from '#pulls/json-lines.ts'
import { aPull } from '#testing/pulls.ts'

const classifier = await createProductClassifier()

const AGENTS = [
  'Copilot',
  'devin-ai-integration[bot]',
  'claude[bot]',
  'cursor[bot]',
  'google-labs-jules[bot]',
  'openai-codex[bot]',
  'acme-helper-bot',
  'github-actions[bot]',
]
const PINS = {
  title: 'feat: let guests reorder their plates',
  body: 'Guests can now reorder their plates, so that the best one stands first.',
}

test('what a coding agent writes is judged by what it changes, as if a person had written it', () => {
  const byAnn = classifier.classify(aPull(PINS))
  for (const author of AGENTS)
    for (const authorIsBot of [true, false]) {
      const decided = classifier.classify(aPull({ ...PINS, author, authorIsBot }))
      assert.deepEqual(decided, byAnn, author)
    }
  assert.equal(byAnn.visibility, 'user-facing')
})

test('an agent is known by neither its type at the host nor its name in a line', () => {
  const hosted = mergedPullFrom({
    ...aPull(PINS),
    number: 7,
    headBranch: null,
    author: { name: 'Copilot', isBot: true },
  })
  const line = parsePullLine(
    JSON.stringify({
      ...{ ...PINS, repo: 'acme/app', number: 7, merged_at: '2026-01-02' },
      ...{ author: 'devin-ai-integration[bot]', author_is_bot: true, files: [{ path: 'src/app.ts' }] },
    }),
  )
  for (const pull of [hosted, line]) assert.equal(classifier.classify(pull).visibility, 'user-facing')
})

test('an agent’s release note is its own, and its work on the code is internal', () => {
  const body = 'Release Notes:\n\n- Guests can reorder their plates.'
  const told = classifier.classify(aPull({ ...PINS, body, author: 'claude[bot]', authorIsBot: true }))
  assert.equal(told.layer, 'explicit')
  const tests = { title: 'test: cover the plates', files: ['test/plates.test.ts'] }
  assert.equal(
    classifier.classify(aPull({ ...tests, author: 'claude[bot]', authorIsBot: true })).visibility,
    'internal',
  )
})

test('robots whose work is of one kind are withheld, by name or by what they say that they did', () => {
  for (const [author, title, path] of [
    ['dependabot[bot]', 'Bump left-pad from 1.0.0 to 1.1.0', 'package.json'],
    ['renovate[bot]', 'Update dependency left-pad to v2', 'package.json'],
    ['weblate', 'Translated using Weblate (German)', 'src/locales/de.json'],
    ['acme-release[bot]', 'Release 1.4.0', 'package.json'],
    ['mergify[bot]', 'Merge queue: plates and cups', 'src/app.ts'],
    ['github-actions[bot]', 'chore(deps): bump the actions group with 5 updates', '.github/workflows/ci.yml'],
    ['github-actions[bot]', 'Update translations', 'src/locales/de.json'],
    ['github-actions[bot]', 'Version Packages', 'package.json'],
  ] as const) {
    const pull = aPull({ author, title, files: [path], authorIsBot: true })
    const { visibility, reason } = classifier.classify(pull)
    assert.equal(visibility, 'internal', `${author}: ${title}`)
    assert.match(reason, /bot|lockfiles|CI|dependency|version|release/i, `${author}: ${title}`)
  }
})

test('a person whose name holds that of a robot is none', () => {
  const byAnn = classifier.classify(aPull(PINS))
  for (const author of ['renovator', 'snyker', 'mend-lucy'])
    assert.deepEqual(classifier.classify(aPull({ ...PINS, author, authorIsBot: false })), byAnn, author)
  for (const author of ['dependabot', 'dependabot-preview', 'renovatebot', 'acme-renovate'])
    assert.equal(
      classifier.classify(aPull({ ...PINS, author, authorIsBot: false })).visibility,
      'internal',
      author,
    )
})

test('a title alone does not make the feature of a coding agent upkeep: its files are looked at', () => {
  for (const [title, files] of [
    ['Update public API to v2', ['src/api/routes.ts', 'package.json']],
    ['bump free plan limit to 2.5 GB', ['src/plans.ts']],
    ['feat: bump upload limit from 2 to 5 GB', ['src/uploads.ts']],
    ['Update strings in the editor', ['src/editor/labels.ts', 'src/locales/en.json']],
    ['Update task dependencies in the timeline', ['src/timeline.ts']],
    ['Import translations from a spreadsheet', ['src/import/sheets.ts']],
    ['Merge group settings into one page', ['src/settings.ts']],
    ['Cherry-pick commits from the graph', ['src/graph.ts']],
    ['Publish 2-column pages', ['src/pages.ts']],
    ['Generate release notes', ['src/notes.ts']],
    ['Update strings in the inbox', ['src/messages/inbox.ts']],
  ] as const) {
    const made = (author: string, known: readonly string[]) =>
      aPull({ title, files: [...known], author, authorIsBot: author !== 'ann' })
    for (const known of [files, []])
      assert.deepEqual(
        classifier.classify(made('Copilot', known)),
        classifier.classify(made('ann', known)),
        `${title}, ${known.length} files`,
      )
  }
})

test('a program that says which upkeep it did is withheld where its files bear it out, or where it says so plainly', () => {
  for (const [title, work, files] of [
    ['Bump left-pad from 1.0.0 to 1.1.0', 'dependencies', ['web/package.json', 'web/yarn.lock']],
    ['Update sha256 to v2', 'dependencies', ['go.mod', 'go.sum', 'vendor/sha256/sum.go']],
    ['Update translations', 'translations', ['src/locales/de.json', 'po/fr.po']],
    ['Release 1.4.0', 'releases', ['CHANGELOG.md', 'package.json', 'lib/plates/version.rb']],
    ['Version Packages', 'releases', ['.changeset/red-plates.md', 'CHANGELOG.md', 'package.json']],
    ['Bump left-pad from 1.0.0 to 1.1.0', 'dependencies', []],
    ['Bump the actions group with 5 updates', 'dependencies', []],
    ['Update dependency left-pad to v2', 'dependencies', []],
    ['New Crowdin updates', 'translations', []],
    ['Update translations', 'translations', []],
    ['Version Packages', 'releases', []],
    ['Backport #12 to 1.x', 'releases', ['src/app.ts']],
    ["Merge branch 'main' into next", 'releases', ['src/app.ts']],
  ] as const)
    assert.equal(
      upkeepOf(aPull({ title, files: [...files], author: 'github-actions[bot]', authorIsBot: true })),
      work,
      `${title}, ${files.length} files`,
    )
})
