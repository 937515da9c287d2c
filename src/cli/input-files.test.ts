import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempDisposableSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readNamedFile } from './input-files.ts'

test('a regular file is read up to its limit, and neither a device nor a pipe', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'tidings-files-'))
  const at = (name: string) => join(folder.path, name)
  writeFileSync(at('text'), 'four')
  symlinkSync(at('text'), at('link'))
  symlinkSync('/dev/zero', at('zero'))
  execFileSync('mkfifo', [at('pipe')])
  assert.equal(readNamedFile(at('link'), 4).toString(), 'four')
  assert.throws(() => readNamedFile(at('text'), 3), { code: 'too_large' })
  for (const name of ['zero', 'pipe', '.']) assert.throws(() => readNamedFile(at(name)), /not a regular file/)
})
