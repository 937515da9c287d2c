import assert from 'node:assert/strict'
import { test } from 'node:test'
import { upgradeIn } from './upgrades.ts'

test('a line that only tells of an upgrade names its library and version', () => {
  assert.deepEqual(upgradeIn('Upgrade certifi to 2026.1.4'), { name: 'certifi', version: '2026.1.4' })
  assert.deepEqual(upgradeIn('deps: bump `typing_extensions` from 4.1 to 4.2.'), {
    name: 'typing-extensions',
    version: '4.2',
  })
  assert.equal(upgradeIn('Upgrade certifi to 2026.1.4, which trusts fewer roots'), null)
  assert.equal(upgradeIn('Update the guide to version tags'), null)
})
