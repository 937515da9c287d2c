import assert from 'node:assert/strict'
import { test } from 'node:test'
import { releaseNotes } from './notes.ts'
import { untoldNotes } from './told-notes.ts'

const WINDOWS = 'Print invoices on printers of Windows machines'
const DRIVER = 'Remove the deprecated printer driver in favour of the system queue'
const untold = (...lines: string[]) =>
  untoldNotes([WINDOWS, DRIVER], releaseNotes(lines.map(line => `- ${line}`).join('\n'), null, null).lines)

test('of two things that a team wrote about one merge, the one that no line says is found', () => {
  assert.deepEqual(untold(WINDOWS, DRIVER), [])
  assert.deepEqual(untold(WINDOWS), [DRIVER])
  assert.deepEqual(untold('The deprecated printer driver is gone, use the system queue'), [WINDOWS])
})

test('one line may tell both', () => {
  assert.deepEqual(untold(`${WINDOWS}; ${DRIVER}`), [])
})
