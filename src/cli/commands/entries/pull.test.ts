import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { aCommandLine } from '#testing/command-line.ts'

const MERGE = JSON.stringify({
  repo: 'acme/app',
  number: 7,
  title: 'ci: cache the packages',
  body: '',
  merged_at: '2026-03-07T10:00:00Z',
  files: [{ path: '.github/workflows/ci.yml', additions: 3, deletions: 1 }],
})

test('a person overrides a classification, and an import does not undo it', async () => {
  using cli = aCommandLine({})
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  writeFileSync(join(cli.directory, 'merges.jsonl'), MERGE)
  await cli.json('import', 'jsonl', 'merges.jsonl', '--account', account)
  const { pulls } = await cli.json('pull', 'list', '--account', account)
  const id = pulls[0].pr_id
  assert.equal(pulls[0].state, 'internal')
  const nothing = await cli.run('pull', 'classify', id)
  assert.deepEqual([nothing.code, nothing.err], [2, 'Give at least one of visibility, kind and magnitude.'])
  const wrong = await cli.run('pull', 'classify', id, '--visibility', 'public')
  assert.deepEqual([wrong.code, wrong.err], [2, '“visibility” takes one of internal, user-facing.'])
  const unknown = await cli.run('pull', 'classify', 'x', '--kind', 'fix')
  assert.equal(unknown.code, 1)
  const decided = await cli.json(
    ...[
      'pull',
      'classify',
      id,
      '--visibility',
      'user-facing',
      '--kind',
      'performance',
      '--magnitude',
      'minor',
    ],
  )
  const { state, visibility, kind, magnitude, layer } = decided
  assert.deepEqual(
    [state, visibility, kind, magnitude, layer],
    ['drafted', 'user-facing', 'performance', 'minor', 'person'],
  )
  writeFileSync(join(cli.directory, 'merges.jsonl'), MERGE.replace('cache the', 'cache all'))
  await cli.json('import', 'jsonl', 'merges.jsonl', '--account', account)
  const again = await cli.json('pull', 'list', '--account', account)
  assert.deepEqual([again.pulls[0].kind, again.pulls[0].layer], ['performance', 'person'])
})

test('a decision is explained by its evidence, for a stored pull request and for a line', async () => {
  using cli = aCommandLine({})
  const { account_id: account } = await cli.json('account', 'create', '--name', 'Acme')
  writeFileSync(join(cli.directory, 'merges.jsonl'), MERGE)
  await cli.json('import', 'jsonl', 'merges.jsonl', '--account', account)
  const [{ pr_id: id }] = (await cli.json('pull', 'list', '--account', account)).pulls
  const shown = await cli.json('pull', 'show', id, '--evidence')
  const details: string[] = shown.evidence.map(({ detail }: { detail: string }) => detail)
  assert.ok(details.includes('the title is marked “ci”'), details.join(', '))
  const told = await cli.run('pull', 'show', id, '--evidence')
  assert.match(told.out, /^internal maintenance, patch, \w+ confidence \(0\.\d\d\), decided by: \w+$/m)
  assert.match(told.out, /^-\d\.\d\d {2}title +the title is marked “ci”$/m)
  assert.equal((await cli.json('pull', 'show', id)).evidence, undefined)
  const line = JSON.parse((await cli.run('classify', 'merges.jsonl', '--evidence')).out)
  assert.deepEqual(line.evidence, shown.evidence)
  assert.match((await cli.run('pull', 'show', 'x')).err, /^No pull request has the id x;/)
})
