import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProductClassifier } from '#app/judging.ts'
import { aPull, type PullSketch } from '#testing/pulls.ts'
import { configured } from '../classifier.ts'
import { releaseRulesOf } from './release-rules.ts'

const classifier = await createProductClassifier()

/** A change that may or may not be news: its words and its file say little. */
const CHANGE: PullSketch = { title: 'Rework berth allocation', files: ['src/berths.ts'] }

/** The change as judged where the team configured its release notes so, and where nothing is known. */
function judged(path: string, text: string, sketch: PullSketch) {
  const pull = aPull({ ...CHANGE, ...sketch })
  return {
    here: classifier.classify(pull, configured(pull, [{ path, text }])),
    blind: classifier.classify(pull),
  }
}

const RELEASE_YML = `
changelog:
  exclude:
    labels:
      - ignore-me
    authors: [octobot]
  categories:
    - title: "🛠 Breaking Changes"
      labels: [Semver-Major]
    - title: Exciting New Features 🎉
      labels:
        - harbour
    - title: Chores and upkeep
      labels: [dock]
    - title: Everything else
      labels: ["*"]
`

test('.github/release.yml: a label is listed under its heading, or left out', () => {
  const on = (label: string) => judged('.github/release.yml', RELEASE_YML, { labels: [label] })
  const listed = on('Harbour')
  assert.ok(listed.here.score > listed.blind.score + 0.1)
  assert.ok(
    listed.here.evidence.some(({ detail }) =>
      detail.startsWith('the team’s release.yml lists the label “Harbour” under “Exciting New Features'),
    ),
  )
  assert.ok(on('dock').here.score < on('dock').blind.score)
  assert.equal(on('ignore-me').here.visibility, 'internal')
  assert.match(on('ignore-me').here.reason, /^The team’s release\.yml leaves the label “ignore-me” out/)
})

const DRAFTER = `
name-template: 'v$RESOLVED_VERSION'
categories:
  - title: '🐛 Bug Fixes'
    label: leak
  - title: '🧰 Maintenance'
    labels: [bilge, rigging]
exclude-labels: ['skip-me']
version-resolver:
  minor:
    labels: ['harbour']
  default: patch
template: |
  $CHANGES
`

test('release-drafter.yml: headings, excluded labels and version bumps', () => {
  const on = (labels: string[]) => judged('.github/release-drafter.yml', DRAFTER, { labels }).here
  assert.equal(on(['leak']).kind, 'fix')
  assert.ok(on(['leak']).score > on(['rigging']).score)
  assert.equal(on(['leak', 'skip-me']).visibility, 'internal')
  assert.equal(on(['harbour']).magnitude, 'minor')
})

const CLIFF = `
[git]
conventional_commits = true
commit_parsers = [
  { message = "^feat", group = "<!-- 0 -->⛰️ Features" },
  { message = "^fix", group = "🐛 Bug Fixes" },
  { message = "^style", group = "🎨 Improvements" },
  { message = "^chore\\\\(release\\\\): prepare for", skip = true },
  { message = "^(perf|wip)", skip = true },
  { body = ".*security", group = "🛡️ Security" },
]
`

test('cliff.toml: types are listed under their group, or skipped', () => {
  const on = (type: string) => judged('cliff.toml', CLIFF, { title: `${type}: rework berth allocation` })
  assert.ok(on('style').here.score > on('style').blind.score)
  assert.equal(on('wip').here.visibility, 'internal')
  assert.ok(on('perf').here.score < on('perf').blind.score)
  assert.equal(on('chore').here.score, on('chore').blind.score)
})

test('.changeset/config.json: a change of nothing but ignored packages is no news', () => {
  const text = JSON.stringify({ changelog: '@changesets/cli/changelog', ignore: ['@acme/playroom', 'x-*'] })
  const on = (files: string[]) => judged('.changeset/config.json', text, { files })
  const ignored = on(['packages/playroom/src/a.ts', 'packages/playroom/b.ts'])
  assert.ok(ignored.here.score < ignored.blind.score)
  const both = on(['packages/playroom/src/a.ts', 'packages/berths/b.ts'])
  assert.equal(both.here.score, both.blind.score)
})

test('release-please-config.json: sections of types, hidden or not, also those of one package', () => {
  const text = JSON.stringify({
    'changelog-sections': [
      { type: 'feat', section: 'Features' },
      { type: 'build', section: 'Enhancements', hidden: false },
    ],
    packages: { '.': { 'changelog-sections': [{ type: 'improvement', section: 'Changes', hidden: true }] } },
  })
  const on = (type: string) =>
    judged('release-please-config.json', text, { title: `${type}: rework berth allocation` })
  assert.ok(on('build').here.score > on('build').blind.score)
  assert.ok(on('improvement').here.score < on('improvement').blind.score)
})

test('headings that nobody understands, and files that are none, change nothing', () => {
  const labels = ['harbour', 'dock']
  const odd = 'changelog:\n  categories:\n    - title: Odds and ends\n      labels: [harbour]\n'
  for (const text of [odd, 'changelog: [1, 2]', '{{{', 'changelog:\n  categories: 3', '&a [*a]', '']) {
    const { here, blind } = judged('.github/release.yml', text, { labels })
    assert.equal(here.score, blind.score, text)
  }
  for (const [path, text] of [
    ['cliff.toml', '[git]\ncommit_parsers = 3'],
    ['cliff.toml', '[git'],
    ['release-please-config.json', '[]'],
    ['.changeset/config.json', '{"ignore": 7}'],
  ] as const) {
    const rules = releaseRulesOf([{ path, text }])
    assert.equal(rules.labels.size + rules.types.size + rules.unreleased.size, 0, path)
  }
})

test('what one repository configured says nothing of another', () => {
  const pull = aPull({ ...CHANGE, labels: ['ignore-me'] })
  const known = configured({ host: pull.host, repo: 'acme/other' }, [
    { path: '.github/release.yml', text: RELEASE_YML },
  ])
  assert.equal(classifier.classify(pull, known).score, classifier.classify(pull).score)
})
