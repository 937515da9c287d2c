import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { aSample, SAMPLE } from './code-host-server/sample.ts'
import { type CodeHostServer, startCodeHostServer } from './code-host-server/server.ts'
import { aCommandLine, type CommandOutput } from './command-line.ts'
import { aRepository, type Repository } from './repositories.ts'

const CHECKOUT = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string): string => readFileSync(join(CHECKOUT, file), 'utf8')
const action = parse(read('action.yml'))
const gitlab = parse(read('scripts/pipelines/gitlab.yml'))

const job = aCommandLine()
let sample: Awaited<ReturnType<typeof aSample>>
let server: CodeHostServer
let shop: Repository
before(async () => {
  sample = await aSample()
  server = await startCodeHostServer(sample.history, SAMPLE)
  const [model] = sample.history.pulls()
  if (model) {
    const change = { number: 900, title: 'fix: improve team member removal ux', body: '', isOpen: true }
    sample.history.add({ ...model, ...change, commits: [], fragments: [], labels: [] })
  }
  shop = await aRepository({ bare: false, name: 'shop' })
  await shop.squash('feat: import orders', { number: 1, files: { 'src/import.ts': 'a\n' } })
  await shop.git('tag', 'v1.0.0', 'main')
  await shop.squash('feat: export reports as CSV', { number: 2, files: { 'src/reports.ts': 'a\n' } })
  await shop.git('tag', 'v1.1.0-rc.1', 'main')
  await shop.squash('fix: receipts show the right currency', { number: 4, files: { 'src/money.ts': 'a\n' } })
  await shop.git('tag', 'v1.1.0', 'main')
  await shop.squash('feat: print receipts', { number: 3, files: { 'src/print.ts': 'a\n' } })
  await shop.commit('Write the changelog', {
    files: {
      'CHANGELOG.md': '# Changelog\n\n## 1.1.0\n\n- Orders can be imported (#1)\n- Reports as CSV (#2)\n',
    },
  })
})
after(async () => {
  await server.close()
  sample[Symbol.dispose]()
  shop[Symbol.dispose]()
  job.remove()
})

/** Runs a line as the shell of a runner does, with these variables and no others. */
function shell(
  script: string,
  variables: Record<string, string>,
  cwd = job.directory,
): Promise<CommandOutput> {
  const env = { PATH: process.env.PATH ?? '', HOME: job.directory, ...variables }
  return new Promise(done =>
    execFile('bash', ['-e', '-c', script], { cwd, env }, (error, out, err) =>
      done({ code: error === null ? 0 : Number(error.code), out, err }),
    ),
  )
}

const files = {
  GITHUB_OUTPUT: join(job.directory, 'output'),
  GITHUB_STEP_SUMMARY: join(job.directory, 'summary.md'),
}

/** Runs the action's step as a runner does: the inputs stand where its variables name them. */
function runAction(
  inputs: Record<string, string>,
  variables: Record<string, string> = {},
  cwd = job.directory,
  fetched = CHECKOUT,
) {
  for (const file of Object.values(files)) writeFileSync(file, '')
  const [{ env, run }] = action.runs.steps
  const given = Object.entries(env as Record<string, string>).map(([name, written]) => {
    const value = written
      .replace(
        /\$\{\{ inputs\.([\w-]+) \}\}/g,
        (_, input) => inputs[input] ?? action.inputs[input].default ?? '',
      )
      .replace(/^\$\{\{ github\.action_path \}\}$/, fetched)
      .replace(/^\$\{\{ github\.token \}\}$/, variables.GITHUB_TOKEN ?? '')
    return [name, value]
  })
  return shell(run, { ...files, ...variables, ...Object.fromEntries(given) }, cwd)
}

const local = () => ({ history: shop.folder })

/** The variables that a host sets in a pipeline on the pull request. */
function actionsVariables(name: 'github' | 'forgejo'): Record<string, string> {
  const event = join(job.directory, 'event.json')
  writeFileSync(event, JSON.stringify({ action: 'opened', pull_request: { number: 900 } }))
  return {
    GITHUB_ACTIONS: 'true',
    GITHUB_REPOSITORY: SAMPLE,
    GITHUB_EVENT_PATH: event,
    GITHUB_API_URL: server.apiUrls[name],
    GITHUB_TOKEN: server.token,
    ...(name === 'forgejo' && { FORGEJO_ACTIONS: 'true' }),
  }
}

for (const name of ['github', 'forgejo'] as const)
  test(`the action reviews a pull request on ${name}`, async () => {
    sample.history.comments.all.length = 0
    const { code, out, err } = await runAction({ ...local(), command: 'review' }, actionsVariables(name))
    assert.deepEqual([code, err], [0, ''])
    assert.match(out, /\nThe comment was written\.\n$/)
    assert.equal(sample.history.comments.on(900).length, 1)
    assert.match(readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8'), /What can people do now/)
  })

test('the action writes the notes of a release, and hands their file on', async () => {
  const { code, err } = await runAction({ ...local(), command: 'preview', tag: 'v1.1.0', out: 'notes.md' })
  assert.equal(code, 0, err)
  const notes = readFileSync(join(job.directory, 'notes.md'), 'utf8')
  assert.match(
    notes,
    /^# v1\.1\.0\n\n## New\n[\s\S]*Export reports as CSV \(#2\)[\s\S]*right currency \(#4\)/,
  )
  assert.doesNotMatch(notes, /Import orders|Print receipts|^## \w+ 20/m)
  assert.equal(readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8'), notes)
  assert.equal(readFileSync(files.GITHUB_OUTPUT, 'utf8'), 'file=notes.md\n')
})

test('a release begins where the input "from" says', async () => {
  await runAction({ ...local(), command: 'preview', tag: 'v1.1.0', from: 'v1.1.0-rc.1', out: 'notes.md' })
  assert.doesNotMatch(readFileSync(join(job.directory, 'notes.md'), 'utf8'), /Export reports/)
})

test('the notes that the action writes are those that it checks', async () => {
  await runAction({ ...local(), command: 'preview', tag: 'v1.1.0', out: join(shop.folder, 'notes.md') })
  const given = { ...local(), command: 'check', tag: 'v1.1.0', notes: 'notes.md', 'fail-on': 'any' }
  assert.deepEqual(await runAction(given), { code: 0, out: '', err: '' })
  const notes = readFileSync(join(shop.folder, 'notes.md'), 'utf8')
  writeFileSync(join(shop.folder, 'notes.md'), `${notes}\n- Invoices can be paid by card (#77)\n`)
  assert.equal((await runAction(given)).code, 1)
})

test('the notes of the first release begin with the first merge', async () => {
  await runAction({ ...local(), command: 'preview', tag: 'v1.0.0', out: 'notes.md' })
  const notes = readFileSync(join(job.directory, 'notes.md'), 'utf8')
  assert.match(notes, /Import orders \(#1\)/)
  assert.doesNotMatch(notes, /Export reports/)
})

test('the action reports what a team announced, as text that is no markup', async () => {
  const { code } = await runAction({ ...local(), command: 'backtest' })
  assert.equal(code, 0)
  assert.match(readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8'), /^~{12}text\n[\s\S]+\n~{12}\n$/)
})

test('the action checks the notes of a release, and fails where it is told to', async () => {
  const notes = '## 1.1.0\n\n- Reports can be exported as CSV (#2)\n- Invoices can be paid by card (#77)\n'
  writeFileSync(join(shop.folder, 'NOTES.md'), notes)
  const given = { ...local(), command: 'check', tag: 'v1.1.0', notes: 'NOTES.md' }
  const told = await runAction(given)
  assert.equal(told.code, 0, told.err)
  assert.match(told.out, /^::warning .*line=4.*::/m)
  assert.equal((await runAction({ ...given, 'fail-on': 'any' })).code, 1)
  const first = await runAction({ ...given, tag: 'v1.0.0' })
  assert.deepEqual(
    [first.code, first.err],
    [2, 'tidings: The notes have no section of 1.0.0, only of 1.1.0.\n'],
  )
})

test('inputs are no commands of the shell', async () => {
  const hostile = '$(touch hacked) `touch hacked`; touch hacked #'
  for (const input of ['command', 'history', 'tag', 'from', 'last', 'at-most', 'notes']) {
    const { code } = await runAction({ ...local(), command: 'preview', [input]: hostile })
    if (input !== 'at-most' && input !== 'notes') assert.notEqual(code, 0, input)
  }
  assert.notEqual((await runAction({ ...local(), command: 'review', 'at-most': hostile })).code, 0)
  for (const input of ['notes', 'fail-on'])
    assert.notEqual(
      (await runAction({ ...local(), command: 'check', tag: 'v1.1.0', [input]: hostile })).code,
      0,
    )
  assert.equal((await shell('ls', {})).out.includes('hacked'), false)
})

test('what a pull request committed as this package does not run', async () => {
  const folder = join(shop.folder, 'node_modules', 'tidings')
  const hostile = "#!/usr/bin/env node\nrequire('node:fs').writeFileSync('hacked', '')\n"
  mkdirSync(folder, { recursive: true })
  mkdirSync(join(shop.folder, 'node_modules', '.bin'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'tidings', bin: 'hack.cjs' }))
  writeFileSync(join(folder, 'hack.cjs'), hostile, { mode: 0o755 })
  symlinkSync('../tidings/hack.cjs', join(shop.folder, 'node_modules', '.bin', 'tidings'))
  // No registry answers, so that nothing but what was committed could run.
  const env = { npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' }
  const fetched = aFetchedCommit()
  const gitlabJob = [...gitlab['.tidings'].before_script, ...gitlab['.tidings-review'].script].join('\n')
  const runs = [
    await runAction({ command: 'review', history: '.' }, env, shop.folder, fetched),
    await shell(
      gitlabJob.replaceAll('/opt/tidings', join(job.directory, 'cloned')),
      {
        ...env,
        TIDINGS: join(job.directory, 'cloned', 'bin', 'tidings.mjs'),
        TIDINGS_REPOSITORY: CHECKOUT,
        TIDINGS_COMMIT: 'HEAD',
      },
      shop.folder,
    ),
  ]
  for (const { code } of runs) assert.notEqual(code, 0)
  assert.equal(existsSync(join(shop.folder, 'hacked')), false)
})

test('the jobs for GitLab do what the action does', async () => {
  const env = { TIDINGS: `node ${join(CHECKOUT, 'bin/tidings.mjs')}` }
  const scriptOf = (name: string): string => gitlab[name].script.join('\n')
  sample.history.comments.all.length = 0
  const variables = {
    ...env,
    GITLAB_CI: 'true',
    CI_API_V4_URL: server.apiUrls.gitlab,
    CI_MERGE_REQUEST_PROJECT_PATH: SAMPLE,
    CI_MERGE_REQUEST_IID: '900',
    GITLAB_TOKEN: server.token,
  }
  assert.match(
    (await shell(scriptOf('.tidings-review'), variables, shop.folder)).out,
    /The comment was written\.\n$/,
  )
  const release = { ...env, CI_COMMIT_TAG: 'v1.1.0' }
  const { code, err } = await shell(scriptOf('.tidings-preview'), release, shop.folder)
  assert.equal(code, 0, err)
  assert.match(readFileSync(join(shop.folder, 'notes.md'), 'utf8'), /Export reports as CSV \(#2\)/)
  writeFileSync(join(shop.folder, 'OLD.md'), '## 1.1.0\n\n- Orders can be imported (#1)\n')
  const settings = { TIDINGS_NOTES: 'OLD.md', TIDINGS_FAIL_ON: 'not-in-range' }
  const checked = await shell(scriptOf('.tidings-check'), { ...release, ...settings }, shop.folder)
  assert.equal(checked.code, 1)
  assert.match(checked.out, /not-in-range: [\s\S]*import/i)
})

test('a job for GitLab says which variable it lacks', async () => {
  const cloned = join(job.directory, 'unset')
  const script = gitlab['.tidings'].before_script.join('\n').replaceAll('/opt/tidings', cloned)
  const { code, err } = await shell(script, { TIDINGS: join(cloned, 'bin', 'tidings.mjs') })
  assert.deepEqual([code === 0, /TIDINGS_REPOSITORY: names the clone/.test(err)], [false, true])
})

/** The checkout that a runner fetches for the action: the files of a commit, with nothing installed. */
function aFetchedCommit(): string {
  const folder = join(job.directory, 'fetched')
  for (const file of ['scripts/pipelines/run.sh', 'scripts/pipelines/install.sh', 'bin/tidings.mjs'])
    cpSync(join(CHECKOUT, file), join(folder, file), { recursive: true })
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(CHECKOUT, file), join(folder, file))
  return folder
}
