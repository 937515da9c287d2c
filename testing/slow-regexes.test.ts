import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { findSlow } from '../scripts/regexes/find-slow.ts'
import { slowestPump } from '../scripts/regexes/pumps.ts'

const root = mkdtempSync(join(tmpdir(), 'tidings-regexes-'))
mkdirSync(join(root, 'src'))
after(() => rmSync(root, { recursive: true }))

/** The problems that the check finds in a file with these lines. */
async function problemsIn(lines: string[], allowed: Parameters<typeof findSlow>[2] = []): Promise<string[]> {
  const file = `src/${crypto.randomUUID()}.ts`
  writeFileSync(join(root, file), lines.join('\n'))
  const { problems } = await findSlow(
    root,
    [file],
    allowed.map(entry => ({ ...entry, file })),
  )
  return problems.map(problem => problem.replace(file, 'file'))
}

test('a quadratic pattern is reported with its location and an attack string', async () => {
  const [problem = '', ...others] = await problemsIn(['const ok = /a+/', 'export const slow = /\\s*,\\s*$/g'])
  assert.match(problem, /^file:2 takes more than linear time \(2nd degree polynomial/)
  assert.ok(problem.includes('/\\s*,\\s*$/g'))
  assert.match(problem, /repeat/)
  assert.deepEqual(others, [])
})

test('an exponential pattern is found, also in patterns built when a module loads', async () => {
  const [problem = ''] = await problemsIn([
    "const WORD = '(?:a|a)'",
    "export const slow = new RegExp('^' + WORD + '*$')",
  ])
  assert.match(problem, /^file:2 takes more than linear time \(exponential/)
})

test('a pattern built at run time cannot be checked and is reported', async () => {
  const lines = ["export const find = (name: string) => new RegExp('^' + name)"]
  assert.deepEqual(await problemsIn(lines), ['file:1 builds a pattern at run time, which cannot be checked.'])
})

test('linear patterns pass, however they are written', async () => {
  const lines = ['export const fine = [/(?<!\\s)\\s+$/, /^#{1,6} (.*)/, /(?:foo|bar){1,3}/u, /\\p{L}+/v]']
  assert.deepEqual(await problemsIn(lines), [])
})

test('an exception covers its pattern, and an unused exception is reported', async () => {
  const lines = ['export const slow = /\\s+$/']
  const known = { file: '', source: '\\s+$', because: 'It is short.' }
  assert.deepEqual(await problemsIn(lines, [known]), [])
  const [problem = ''] = await problemsIn(['export const fine = /a/'], [known])
  assert.match(problem, /not needed any more/)
})

test('a pattern that the analyser cannot decide in time is measured', () => {
  assert.notEqual(slowestPump(/\s+$/), null)
  assert.notEqual(slowestPump(/\b(?:bump|raise)\b.*\bdependencies\b/), null)
  assert.equal(slowestPump(/(?<!\s)\s+$/), null)
})
