import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPull } from '#testing/pulls.ts'
import { withOwnLines } from './own-lines.ts'

const pull = aPull({
  title: 'Prevent crash of the chooser',
  mergeCommit: 'a'.repeat(40),
  files: [
    { path: 'CHANGELOG.txt', additions: 1, deletions: 0, status: 'modified' },
    { path: 'src/chooser.ts', additions: 3, deletions: 1, status: 'modified' },
  ],
})
const patch =
  '@@ -4,3 +4,4 @@\n ### Fixes\n  * Fix: Show totals (Ann)\n+ * Fix: Prevent crash of the chooser (Ben)\n'

test('an item that a merge adds to the changelog without a number is its own note', async () => {
  const noted = await withOwnLines(pull, async () => [{ path: 'CHANGELOG.txt', patch }])
  assert.deepEqual(noted.fragments, [
    { path: 'CHANGELOG.txt', text: '### Fixes\n- Fix: Prevent crash of the chooser (Ben)' },
  ])
})

test('who adds many items gathers what others did, and a release adds none of its own', async () => {
  const many = `${patch}${'+ * Another\n'.repeat(4)}`
  assert.deepEqual(await withOwnLines(pull, async () => [{ path: 'CHANGELOG.txt', patch: many }]), pull)
  const release = { ...pull, title: 'Release 2.0.0' }
  assert.deepEqual(await withOwnLines(release, async () => [{ path: 'CHANGELOG.txt', patch }]), release)
})
