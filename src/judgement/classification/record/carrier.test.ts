import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProductClassifier } from '#app/judging.ts'
import { aPull, type PullSketch } from '#testing/pulls.ts'

const classifier = await createProductClassifier()
const classify = (sketch: PullSketch) => classifier.classify(aPull({ number: 20, ...sketch }))
const MERGES = ['Merge pull request #12', 'Merge pull request #13']

test('a merge that only carries others is no news, whatever its title and its files say', () => {
  const { visibility, confidence, kind, reason } = classify({
    title: 'feat: add dark mode and export receipts as PDF',
    labels: ['user-facing'],
    commits: MERGES,
    fragments: [{ path: '.changeset/brave-cats.md', text: '---\n"app": minor\n---\n\nDark mode' }],
  })
  assert.deepEqual([visibility, confidence, kind], ['internal', 'high', 'maintenance'])
  assert.equal(reason, 'It only carries other merges into main.')
  assert.equal(
    classify({ title: 'Receipts', baseBranch: null, files: [], commits: MERGES }).reason,
    'It only carries other merges.',
  )
})

for (const title of ['Release 2.4.0', 'v2.4.0', 'Dev', 'develop → main', 'Merge staging into production'])
  test(`“${title}” is no news either when it has commits of its own beside other merges`, () => {
    const { visibility, reason } = classify({ title, commits: ['Bump the version', ...MERGES] })
    assert.equal(visibility, 'internal')
    assert.equal(reason, 'It carries other merges into main and names nothing else.')
  })

for (const title of [
  'Develop',
  'main',
  'Staging',
  'uat -> prod',
  'Promote staging to production',
  'Production deploy 2026-04-02',
  'main <- develop',
  'Deploy to production',
  'Back-merge main into develop',
  'Merge main back into develop',
  'Deploy 2026-04-02',
  'Deployment 20 April 2026',
  'origin/develop',
  'Staging to prod (04/02)',
  'develop ⇒ main',
  'dev > main',
  'dev-to-main',
  'integration -> main',
  'release/1.2 -> main',
  '1.x to main',
  'Canary → stable',
  "Merge branch 'develop' into 'main'",
  'Merge pull request #12 from acme/develop',
  '[pull] main from upstream:main',
  'chore: merge develop into main',
  'Update from develop',
  'Push to production',
  'Prod sync',
  'Weekly release',
  'release-2026-04-02',
  '🚀 Production',
  'Main (#12)',
])
  test(`“${title}” names branches alone and is no news, also where a squash hides what it carries`, () => {
    const { visibility, reason } = classify({ title })
    assert.deepEqual([visibility, reason], ['internal', 'It names branches and nothing else.'])
  })

for (const title of [
  'Main menu',
  'Staging environments for everyone',
  'Live preview of forms',
  'Deploy previews for each branch',
  'Promote members to owners',
  'Sync with Google Calendar',
  'feature/stickers -> main',
  'Merge cells',
  'Push notifications',
  'Alpha channel in pictures',
  'Push 20 contacts',
  'Sync 30 days',
  'Live sync',
  'Integration',
  'Sync integration',
  'Test push',
  'Preview in production',
  'Scheduled release',
])
  test(`“${title}” is about the product, although a branch may be named so`, () => {
    assert.doesNotMatch(classify({ title }).reason, /names branches/)
  })

test('a feature that has commits of its own beside merged parts is judged by what it says', () => {
  const title = 'feat: add dark mode'
  const { reason, visibility } = classify({ title, commits: ['Add dark mode', ...MERGES] })
  assert.equal(visibility, 'user-facing')
  assert.equal(reason, classify({ title, commits: ['Add dark mode'] }).reason)
})

test('the merge of a pull request’s own number is nothing that it carries', () => {
  assert.equal(
    classify({ title: 'feat: add dark mode', commits: ['Merge pull request #20'] }).visibility,
    'user-facing',
  )
})
