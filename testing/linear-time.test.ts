import assert from 'node:assert/strict'
import { test } from 'node:test'
import { featuresOf } from '#judgement/classification/features/features.ts'
import { signalsOf } from '#judgement/classification/record/signals.ts'
import { withoutTeamRecord } from '#pipeline/judging/history/ordinary.ts'
import { eachEntry, wholeEntry } from '#pipeline/past-changelog/entries.ts'
import { feedTexts } from '#pipeline/past-changelog/feed.ts'
import { isEmpty, releaseTexts } from '#pipeline/past-changelog/releases.ts'
import { mergedNumberOf } from '#pulls/carrier.ts'
import { isFragmentPath } from '#pulls/changelog-sources/changelog-paths.ts'
import { readChangelog } from '#pulls/changelog-sources/past-releases.ts'
import { squashedSubjects } from '#pulls/commit-footers.ts'
import { parseCommitMessage, withoutTrailerNoise } from '#pulls/hosts/git/commit-message.ts'
import { readLanding, squashedPulls } from '#pulls/hosts/git/landing.ts'
import { picturesIn } from '#pulls/pictures/find-pictures.ts'
import { linkedIssues } from '#pulls/pull-request.ts'
import { revertTarget } from '#pulls/reverts.ts'
import { aPull, type PullSketch } from '#testing/pulls.ts'
import { slowRuns } from '#testing/text-pumps.ts'
import { titleSentence } from '#writing/headline.ts'
import { offlinePitch } from '#writing/offline.ts'
import { disarmed } from '#writing/speech-to-models.ts'

/** Computes all that is computed from a pull request before a person sees it. */
function judge(sketch: PullSketch): void {
  const pull = aPull(sketch)
  signalsOf(pull)
  featuresOf(pull)
  disarmed(pull)
  offlinePitch(pull)
  withoutTeamRecord(pull, { types: true })
  linkedIssues(`${pull.title}\n${pull.body}`, pull.repo)
  revertTarget(pull)
}

const fragment = (path: string, text: string) => judge({ fragments: [{ path, text }] })
const past = (body: string) => ({
  ...{
    id: null,
    product: null,
    name: '1.2.0',
    version: '1.2.0',
    at: 0,
    page: null,
    isUnreleased: false,
    body,
  },
})
const acme = { host: 'github.com', name: 'acme/app' } as const

/** Everything that reads what strangers write, by what they write. */
const READERS: Record<string, (text: string) => unknown> = {
  title: text => judge({ title: `Add ${text}` }),
  'long title': text => titleSentence(`Add ${text}`),
  body: text => judge({ body: `Adds a toggle. ${text}` }),
  'linked issue': text => judge({ body: `Fixes #1, ${text}` }),
  'commit subjects': text => judge({ title: 'Update', commits: [text] }),
  path: text => isFragmentPath(`changelogs/unreleased/${text}`),
  'release note': text => judge({ body: `\`\`\`release-note\nAdd ${text}\n\`\`\`` }),
  'release note section': text => judge({ body: `## Release notes${text}\nAdd it.` }),
  'list of notes': text => judge({ body: `## Release notes\n- Add it ${text}\n- Fix (#12) ${text}` }),
  picture: text => picturesIn({ body: `# It\n![a](https://acme.example/a.png) ${text}`, url: null }),
  'table of pictures': text =>
    picturesIn({ body: `<table><tr><td>${text}</td></tr></table>\n| a |\n| ${text} |`, url: null }),
  changeset: text => fragment('.changeset/one.md', `---\n"app": minor\n---\nAdd it ${text}`),
  'front matter': text => fragment('.changeset/one.md', `---\n${text}: minor\n---\nAdd it`),
  fragment: text => fragment('news/12.feature', `Significance: minor\n\n### Fixed\nAdd it ${text}`),
  'YAML fragment': text => fragment('releasenotes/notes/one.yaml', `features:\n  - |\n    Add ${text}\n`),
  'changelog entry': text => fragment('CHANGELOG.md', `## 1.0.0\n- Add it ${text} (#1)\n`),
  changelog: text => readChangelog(`# Changes\n## 1.2.0 ${text}\n- Fix it\n${text}\n## 1.1.0\n${text}`),
  'changelog heading': text => readChangelog(`# Changes ${text}\n${text}\n===\n## [1.2.0] (${text})`),
  'past release': async text => {
    isEmpty({ body: text })
    await wholeEntry(past(`- Add it ${text} (#12)`), acme)
    await eachEntry(past(`- Add it (#12) ${text}`), acme)
  },
  'release tag': tag => releaseTexts([{ tag, name: '', body: '', at: 0, url: null, isPrerelease: false }]),
  feed: text =>
    feedTexts(`<rss><channel><item><title>${text}</title></item></channel></rss>`).catch(() => {}),
  'broken feed': text => feedTexts(`<rss>${text}`).catch(() => {}),
  'commit message': text => {
    const message = parseCommitMessage(`Add it ${text}\n${text}\n\n* ${text}`)
    squashedSubjects(message.body)
    withoutTrailerNoise(message.body)
    const landing = readLanding(message, true)
    if (landing) squashedPulls(landing)
    mergedNumberOf(text)
  },
}

const SHORT = 800
/** The length for the readers in `WHOLE_FILES`, which are fast and read files of any length. */
const LONG = 6_400
const WHOLE_FILES = new Set(['changelog', 'broken feed', 'commit message'])

for (const [name, read] of Object.entries(READERS)) {
  test(`${name}: time grows linearly with the length of the text`, async () => {
    assert.deepEqual(await slowRuns(read, WHOLE_FILES.has(name) ? LONG : SHORT), [])
  })
}
