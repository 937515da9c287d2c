import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFragmentPath, mayHoldNote } from './changelog-paths.ts'

test('changesets and news fragments are recognised by their paths', () => {
  const fragments = [
    '.changeset/brave-cats-sing.md',
    'packages/app/.changeset/x.md',
    '.changeset/pre/brave-cats-sing.md',
    '.changeset/changelog-of-releases.md',
    'changelog.d/123.feature',
    'changelog.d/123.bugfix.rst',
    'newsfragments/+orphan.misc.md',
    'changelog/1234.improvement.rst',
    'changes/12.fixed',
    'news/12.bugfix.rst',
    'changelog/fragments/1690-thing.yaml',
    'changelogs/fragments/a-b.yml',
    'releasenotes/notes/fix-it-1a2b.yaml',
    'changelogs/unreleased/fix-it.yml',
    'changelog/unreleased/pull-12',
    'changelog/unreleased/bugfix/x.md',
    '.changelog/1234.txt',
    '.changes/unreleased/Fixed-20260101.yaml',
    '.changes/tray-icon.md',
    '.changes/v1-migration.md',
    '.changes/912-header-value.md',
    '.changes/header-value.md',
    '.changes/minor.tray-icon.md',
    'packages/acme-tray/.changes/unstable.tray-icon.md',
    'plugins/shop/changelog/fix-31123',
  ]
  for (const path of fragments) assert.equal(isFragmentPath(path), true, path)
})

test('changelogs and files about the fragment folders are not fragments', () => {
  const others = [
    'CHANGELOG.md',
    'changelog/CHANGELOG.md',
    '.changeset/README.md',
    '.changeset/config.json',
    '.changes/v1.2.3.md',
    '.changes/v1.md',
    '.changes/header.md',
    '.changes/other.tray-icon.md',
    'packages/acme-tray/.changes/.gitkeep',
    '.changes/header.tpl.md',
    '.changes/README.md',
    'changelog.d/README.rst',
    'changelog.d/.gitkeep',
    'newsfragments/_template.rst',
    'src/changes/index.ts',
    'src/news/page.tsx',
    'news/index.html',
    'docs/news.md',
  ]
  for (const path of others) assert.equal(isFragmentPath(path), false, path)
})

test('what an app store shows of a build is no note about the change', () => {
  for (const path of [
    'fastlane/metadata/android/sk/changelogs/995.txt',
    'metadata/ios/en-US/release_notes.txt',
  ])
    assert.equal(mayHoldNote({ path, status: 'added', additions: 6 }), false, path)
  assert.ok(mayHoldNote({ path: 'docs/changelogs/995.txt', status: 'added', additions: 6 }))
})
