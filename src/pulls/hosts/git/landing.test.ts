import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCommitMessage } from './commit-message.ts'
import { readLanding } from './landing.ts'

function read(text: string, byHost = false): string | null {
  const landing = readLanding(parseCommitMessage(text), byHost)
  return landing && `${landing.style} ${landing.number} ${landing.title} | ${landing.body}`
}

const FORMS: [string, string][] = [
  ['Merge pull request #12 from ada/fix\n\nFix it\n\nWhy.', 'github-merge 12 Fix it | Why.'],
  ['Merge pull request #12 from ada/fix-it', 'github-merge 12 fix-it | '],
  ['Merge pull request #12 from ada/fix\n\nFix it (#11)', 'github-merge 12 Fix it (#11) | '],
  ["Merge pull request 'Fix it' (#12) from ada/fix into main\n\nWhy.", 'forgejo-merge 12 Fix it | Why.'],
  [
    "Merge branch 'fix' into 'main'\n\nFix it\n\nCloses #3\n\nSee merge request group/sub/app!12",
    'gitlab-merge 12 Fix it | Closes #3',
  ],
  ["Merge branch 'fix' into 'main'\n\nFix it\n\nSee merge request !12", 'gitlab-merge 12 Fix it | '],
  ['Fix it\n\nWhy.\n\nSee merge request acme/app!12', 'gitlab-merge 12 Fix it | Why.'],
  [
    "Merge branch 'fix' into 'main'\n\nFix it\n\nSee merge request https://gitlab.com/acme/app/-/merge_requests/12",
    'gitlab-merge 12 Fix it | ',
  ],
  ['Merge branch fix into main\n\nFix it\n\nSee merge request acme/app!12', 'gitlab-merge 12 Fix it | '],
  [
    "Merge branch 'fix' of ada/app into main\n\nFix it\n\nWhy.\n\nReviewed-on: https://codeberg.org/acme/app/pulls/12",
    'trailer 12 Fix it | Why.',
  ],
  [
    "Merge branch 'fix' of ada/app into main\n\nReviewed-on: https://codeberg.org/acme/app/pulls/12",
    'trailer 12 fix | ',
  ],
  ['Merge pull request #12 from ada/fix\n\nCo-authored-by: Bob <b@example.org>', 'github-merge 12 fix | '],
  ['Rollup merge of #12 - ada:fix, r=bob\n\nFix it', 'robot-merge 12 Fix it | '],
  [
    'Merged in fix (pull request #12)\n\nFix it\n\nApproved-by: Bob',
    'bitbucket-merge 12 Fix it | Approved-by: Bob',
  ],
  [
    'Pull request #12: Fix it\n\nMerge in KEY/app from fix to main\n\nWhy.',
    'bitbucket-merge 12 Fix it | Why.',
  ],
  ['Fix it (pull request #12)', 'bitbucket-merge 12 Fix it | '],
  ['Merged PR 12: Fix it\n\nWhy.', 'azure-merge 12 Fix it | Why.'],
  ['Merge pull request 12 from fix into main\n\nFix it', 'azure-merge 12 Fix it | '],
  ['Auto merge of #12 - ada:fix, r=bob\n\nFix it\n\nWhy.', 'robot-merge 12 Fix it | Why.'],
  ['auto merge of #12 : ada/app/fix, r=bob\n\nFix it', 'robot-merge 12 Fix it | '],
  ['Merge #12\n\n12: Fix it r=bob a=ada\n\nWhy.', 'robot-merge 12 Fix it | Why.'],
  ['Merge #12 #13\n\n12: Fix it r=bob a=ada\n\nWhy.', 'robot-merge 12 Fix it | Why.'],
  [
    'Fix it\n\nReviewed-on: https://codeberg.org/acme/app/pulls/12',
    'trailer 12 Fix it | Reviewed-on: https://codeberg.org/acme/app/pulls/12',
  ],
  [
    'Fix it\n\nPart-of: <https://gitlab.gnome.org/GNOME/x/-/merge_requests/12>',
    'trailer 12 Fix it | Part-of: <https://gitlab.gnome.org/GNOME/x/-/merge_requests/12>',
  ],
  ['Fix it (#12)', 'squash 12 Fix it | '],
  ['Fix it (#10) (#12)\n\nWhy.', 'squash 12 Fix it (#10) | Why.'],
  ['Fix it (!12)', 'squash 12 Fix it | '],
  ['bpo-1: Fix it (GH-12)', 'squash 12 bpo-1: Fix it | '],
  ['Revert "Fix it (#12)" (#15)', 'squash 15 Revert "Fix it (#12)" | '],
  ['Fix it (#12)\n* first\n* second', 'squash 12 Fix it | * first\n* second'],
]

for (const [message, expected] of FORMS)
  test(`a pull request is read from ${JSON.stringify(message)}`, () => assert.equal(read(message), expected))

const OTHERS = [
  'Fix it',
  'Fix #12',
  'Fix it\n\nCloses #12',
  'Revert "Fix it (#12)"',
  "Merge branch 'main' into fix",
  'Merge remote-tracking branch origin/main',
  'Fix it\n\nReviewed-on: https://go-review.example.org/c/go/+/12',
  'Fix it (#0)',
  'Fix it (#99999999999999999999)',
  '',
]

for (const message of OTHERS)
  test(`no pull request is read from ${JSON.stringify(message)}`, () => assert.equal(read(message), null))

test('the committer decides whether the number of a squash is certainly a pull request', () => {
  const message = parseCommitMessage('Fix it (#12)')
  assert.equal(readLanding(message, true)?.isCertain, true)
  assert.equal(readLanding(message, false)?.isCertain, false)
})

test('a host’s own number takes precedence over a quoted address', () => {
  const text = 'Pick it (#15)\n\nPR-URL: https://github.com/acme/app/pull/12'
  assert.match(read(text, true) ?? '', /^squash 15/)
  assert.match(read(text, false) ?? '', /^trailer 12/)
})

test('a wrapped subject is one line, without a list below it', () => {
  assert.deepEqual(parseCommitMessage('\n\nA long\nsubject\n\nWhy.\n'), {
    subject: 'A long subject',
    body: 'Why.',
  })
  assert.deepEqual(parseCommitMessage('Subject\n* one\n'), { subject: 'Subject', body: '* one' })
})

test('the merged branch, its owner, the base and the project are read where the message names them', () => {
  const placeOf = (text: string) => {
    const { branchOwner, branch, base, project } = readLanding(parseCommitMessage(text), false) ?? {}
    return [branchOwner, branch, base, project]
  }
  assert.deepEqual(placeOf('Merge pull request #12 from acme/dev\n\nDev'), ['acme', 'dev', null, null])
  const forgejo = "Merge pull request 'Dev' (#12) from ada/dev into main"
  assert.deepEqual(placeOf(forgejo), ['ada', 'dev', 'main', null])
  const gitlab = "Merge branch 'dev' into 'main'\n\nDev\n\nSee merge request"
  for (const seen of ['acme/web/app!12', 'https://gitlab.com/acme/web/app/-/merge_requests/12'])
    assert.deepEqual(placeOf(`${gitlab} ${seen}`), [null, 'dev', 'main', 'acme/web/app'])
})
