import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packageManifest, saidOf } from '../scripts/package/manifest.ts'

const ours = {
  name: '@acme/tidings',
  version: '1.2.3',
  description: 'A changelog',
  keywords: ['changelog'],
  license: 'MIT',
  type: 'module',
  bin: { tidings: 'bin/tidings.mjs' },
}

test('every address of the package follows from that of the repository', () => {
  const made = packageManifest({ ...ours, repository: 'https://git.acme.test/tools/tidings' }, '>=24', {})
  assert.partialDeepStrictEqual(made, {
    name: '@acme/tidings',
    keywords: ['changelog'],
    repository: 'https://git.acme.test/tools/tidings',
    homepage: 'https://git.acme.test/tools/tidings#readme',
    bugs: 'https://git.acme.test/tools/tidings/issues',
  })
  assert.equal('private' in made, false)
})

test('a package whose repository is unknown cannot be published, and says so where it is made', () => {
  const made = packageManifest(ours, '>=24', {})
  assert.equal('private' in made && made.private, true)
  const said = saidOf('./build/acme-tidings-1.2.3.tgz', made)
  assert.match(
    said,
    /^\.\/build\/acme-tidings-1\.2\.3\.tgz was written\. .*npm install --global \.\/build\/acme/,
  )
  assert.match(said, /It cannot be published: package\.json names no repository/)
})
