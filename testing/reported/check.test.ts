import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { aCommandLine } from '#testing/command-line.ts'
import { aRepository, type Repository } from '#testing/repositories.ts'

const cli = aCommandLine()
let repo: Repository
const hash = { sorting: '', rules: '' }
const source = (name: string) => ({ [`src/${name}.ts`]: `${name}\n` })
const BUMP = 'Chore(deps): bump the linters group with 4 updates'

before(async () => {
  repo = await aRepository({ name: 'app' })
  await repo.squash('Paint the fence', { number: 19, body: 'Fixes #14', files: source('fence') })
  await repo.squash(BUMP, { number: 20, files: source('linters') })
  await repo.git('tag', 'v1.0.0')
  await repo.squash(BUMP, { number: 22, files: source('linters2') })
  await repo.squash('Add tall picture frames', { number: 23, files: source('frames') })
  await repo.squash('Fix: keep the cursor', {
    number: 24,
    body: 'It was lost, as #15 shows.',
    files: source('cursor'),
  })
  hash.sorting = await repo.commit('feat(query): expand the SQL sorting with nulls first', {
    files: source('sorting'),
  })
  hash.rules = await repo.commit('feat: mute rules per channel', { files: source('rules') })
  await repo.squash('feat(settings): move label colors to channel settings', {
    number: 25,
    files: source('colors'),
  })
  await repo.git('tag', 'v1.1.0')
  await repo.commit('feat: quizzes beside polls, as in #16', { files: source('quizzes') })
  await repo.squash('feat: polls', { number: 26, body: 'Asked for in #17.', files: source('polls') })
  await repo.git('tag', 'v1.2.0')
})
after(() => {
  cli.remove()
  repo[Symbol.dispose]()
})

async function check(...notes: string[]) {
  writeFileSync(join(cli.directory, 'NOTES.md'), `${notes.join('\n')}\n`)
  const range = ['--from', 'v1.0.0', '--to', 'v1.1.0']
  return cli.run('check', 'NOTES.md', '--git', repo.folder, '--repo', 'acme/app', ...range, '--json')
}

/** The findings of the check that are about a line. */
async function linesFound(...notes: string[]): Promise<string[]> {
  const { out, err } = await check(...notes)
  assert.notEqual(out, '', err)
  return JSON.parse(out).findings.flatMap(
    ({ kind, line, text }: { kind: string; line: number; text: string }) =>
      text === null ? [] : [`${line} ${kind}`],
  )
}

test('who made a change is no claim of its line', async () => {
  const found = await linesFound(
    '- Add tall picture frames [@pat4711](https://github.com/pat4711) ([#23](https://github.com/acme/app/pull/23))',
    '- Fix: keep the cursor @JoLively (#24)',
    '- Move label colors by @pat4711 in https://github.com/acme/app/pull/25',
  )
  assert.deepEqual(found, [])
})

test('two pull requests with the same title are two changes', async () => {
  assert.deepEqual(await linesFound(`- ${BUMP} (#22)`), [])
})

test('the section of the release is read, at whatever level its heading is', async () => {
  const notes = ['### app v1.2.0', '', '- Polls (#26)', '', '### app v1.1.1', '', '- Paint the boat shed', '']
  const found = await linesFound(
    ...notes,
    '## app v1.1.0',
    '',
    '- Polls (#26)',
    '',
    '## app v1.0.0',
    '',
    '- Old',
  )
  assert.deepEqual(found, ['11 not-live'])
})

test('notes without a section of the release are an error that names those that they have', async () => {
  const { code, out, err } = await check('## 1.2.0', '', '- Polls (#26)', '', '## 1.0.0', '', '- Old')
  assert.equal(code, 2)
  assert.equal(out, '')
  assert.match(err, /no section of 1\.1\.0, only of 1\.2\.0, 1\.0\.0/)
})

test('all references of a line count together, and what it links is told', async () => {
  const linked = (name: keyof typeof hash) =>
    `([${hash[name].slice(0, 7)}](https://github.com/acme/app/commit/${hash[name]}))`
  const { out } = await check(
    '- **Queries and labels:** Expanded SQL shortcuts. Label colors and mute rules are per channel now. ' +
      `${linked('sorting')} ${linked('rules')} ([#25](https://github.com/acme/app/pull/25))`,
    '- Add tall picture frames (#23)',
  )
  assert.deepEqual(JSON.parse(out).findings, [])
})

test('a reference to a commit of the release beside an unknown number is enough', async () => {
  assert.deepEqual(await linesFound(`- Muting, at last (#9001) (${hash.rules})`), [])
})

const NUMBERED = [
  '- Add tall picture frames (#23)',
  '- Keep the cursor (#24)',
  '- Move label colors to channel settings (#25)',
]
const INVENTED = 'Sign in with a fingerprint on phones'

test('a line with the address of a pull request that was never merged is invented', async () => {
  for (const address of ['pull/21', 'pulls/21', '-/merge_requests/21']) {
    const link = `https://github.com/acme/app/${address}`
    assert.deepEqual(await linesFound(`- ${INVENTED} ([#21](${link}))`), ['1 invented'], address)
  }
  assert.deepEqual(await linesFound(`- ${INVENTED} (https://github.com/acme/app/issues/21)`), [])
  assert.deepEqual(await linesFound(`- Frames for tall windows (https://github.com/acme/app/pull/21)`), [])
})

test('notes that number merges name no issues', async () => {
  assert.deepEqual(await linesFound(...NUMBERED, `- ${INVENTED} (#21)`), ['4 invented'])
  assert.deepEqual(await linesFound(...NUMBERED, `- ${INVENTED} (#21)`, '- Faster start (#18)'), [])
  assert.deepEqual(await linesFound(...NUMBERED.slice(1), `- ${INVENTED} (#21)`), [])
})

test('a number that a merge of any release names is an issue’s', async () => {
  for (const issue of [14, 15, 16, 17]) {
    assert.deepEqual(await linesFound(...NUMBERED, `- ${INVENTED} (#${issue})`), [], `${issue}`)
    const link = `https://github.com/acme/app/pull/${issue}`
    assert.deepEqual(await linesFound(`- ${INVENTED} (${link})`), [], link)
  }
})

test('a line that names a change of another repository is not called invented', async () => {
  assert.deepEqual(
    await linesFound(
      '## 1.1.0',
      '- Populate field names while defaults are validated, in app-core#1826',
      '- Encode credentials of a host with many names by @ada in [app-core#1829](https://github.com/acme/app-core/pull/1829)',
      '- Respect serializers of nested dictionaries (acme/app-core#1836)',
      '- Teach the kettle to sing',
    ),
    ['5 invented'],
  )
})
