import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parseFeed } from 'feedsmith'
import { aCommandLine } from '#testing/command-line.ts'
import { aRepository, type Repository } from '#testing/repositories.ts'

const cli = aCommandLine()
let repo: Repository
before(async () => {
  repo = await aRepository({ name: 'shop' })
  await repo.squash('feat: export reports as CSV', { number: 1, files: { 'src/reports.ts': 'a\n' } })
  await repo.squash('ci: cache the packages', { number: 2, files: { '.github/workflows/ci.yml': 'b\n' } })
})
after(() => {
  cli.remove()
  repo[Symbol.dispose]()
})

async function previewed(...options: string[]): Promise<string> {
  const { code, out, err } = await cli.run('preview', repo.folder, ...options)
  assert.equal(code, 0, err)
  return out
}

test('a preview can be printed in every documented format', async () => {
  const usage = await cli.run('preview', '--help')
  const formats = /--format ([\w|]+)/.exec(usage.out)?.[1]?.split('|') ?? []
  assert.ok(formats.includes('jsonfeed'))
  for (const format of formats) assert.match(await previewed('--format', format), /Export reports as CSV/)
  for (const format of ['atom', 'jsonfeed'])
    assert.equal(parseFeed(await previewed('--format', format)).format, format.replace('feed', ''))
  const feed = JSON.parse(await previewed('--format', 'jsonfeed'))
  assert.deepEqual(
    [feed.version, feed.title, feed.items.length],
    ['https://jsonfeed.org/version/1.1', 'shop changelog', 1],
  )
})

test('a repository without a remote is named after its folder', async () => {
  assert.match(await previewed(), /^# What's new in shop\n/)
})

test('--internal also shows internal changes apart, each with the reason', async () => {
  const markdown = await previewed('--internal')
  assert.match(markdown, /^- Export reports as CSV \(#1\)$/m)
  assert.match(markdown, /\n## Withheld\n\n- Cache the packages \(#2\): \*.+[^.]\*\n$/)
  const { items } = JSON.parse(await previewed('--internal', '--format', 'jsonfeed'))
  assert.deepEqual(
    items.map((item: { title: string }) => item.title),
    ['Cache the packages (withheld)', 'Export reports as CSV'],
  )
})

test('what the team keeps out of its release notes by configuration is withheld', async () => {
  using berths = await aRepository({ name: 'berths' })
  const text = JSON.stringify({ 'changelog-sections': [{ type: 'improvement', hidden: true }] })
  await berths.commit('Configure', { files: { 'release-please-config.json': text } })
  await berths.squash('improvement: reorder the berths', { number: 1, files: { 'src/berths.ts': 'a\n' } })
  const { out } = await cli.run('preview', berths.folder, '--internal')
  assert.match(out, /: \*The team’s release-please-config\.json leaves titles marked “improvement” out/)
})

test('what was merged into dev is previewed once, the release that carried it is not, and the counts are told', async () => {
  using berths = await aRepository({ name: 'quay' })
  await berths.squash('feat: reserve a berth', { number: 1, files: { 'src/berths.ts': 'a\n' } })
  await berths.commit('Begin', { branch: 'dev', parents: [berths.tip('main')], files: { 'b.ts': 'b\n' } })
  await berths.mergeInto('dev', 2, 'feat: card payments for berths')
  await berths.mergeBranch('main', 'dev', 'Merge pull request #3 from acme/main\n\nCatch up')
  await berths.mergeBranch('dev', 'main', 'Merge pull request #4 from acme/dev\n\nDev')
  const { out, err } = await cli.run('preview', berths.folder, '--internal')
  assert.match(out, /^- Card payments for berths \(#2\)$/m)
  assert.match(out, /#4\): \*It carries other merges into main and names nothing else\*/)
  assert.match(err, /One pull request was merged into another branch first and came with its merge\.\n/)
  assert.match(err, /one is left out: 1 only merges what was there already\.\n/)
  const json = JSON.parse((await cli.run('preview', berths.folder, '--json')).out)
  assert.deepEqual(
    [json.merges, json.carried, json.skipped],
    [3, 1, { 'nothing-new': 1, fork: 0, 'other-history': 0 }],
  )
})

test('a busy month leads with what is new, and tells its fixes in a line each', async () => {
  using yard = await aRepository({ name: 'yard' })
  await yard.squash('feat: reserve a berth', { number: 1, files: { 'src/a.ts': 'a\n' } })
  for (let number = 2; number < 9; number++)
    await yard.squash(`fix: wrong price of berth ${number}`, {
      number,
      files: { [`src/${number}.ts`]: 'a\n' },
    })
  const markdown = (await cli.run('preview', yard.folder)).out
  assert.match(
    markdown,
    /^# What's new in yard\n\n## \w+ 2026\n\n### New\n\n- Reserve a berth \(#1\)\n\n### Also fixed\n\n/,
  )
  assert.equal(markdown.split('### Also fixed')[1]?.match(/^- .*\(#\d\)$/gm)?.length, 7)
  const html = (await cli.run('preview', yard.folder, '--format', 'html')).out
  assert.ok(html.indexOf('Reserve a berth') < html.indexOf('<h3>Also fixed</h3>'))
  const feed = JSON.parse((await cli.run('preview', yard.folder, '--format', 'jsonfeed')).out)
  assert.equal(feed.items.length, 8, 'feeds keep an item for each')
})

test('what an author wrote unfolds below a highlight of the file as it was written, and is told nowhere else', async () => {
  using yard = await aRepository({ name: 'yard' })
  const written = 'We keep <b>berths</b> in a table.\n\n- [see](https://evil.example) **this**'
  await yard.squash(`feat: reserve a berth\n\n${written}${' more'.repeat(1_000)}`, {
    number: 1,
    files: { 'src/a.ts': 'a\n' },
  })
  const html = (await cli.run('preview', yard.folder, '--format', 'html')).out
  const [, shown = ''] = /<summary>What the author wrote<\/summary>([\s\S]*?)<\/details>/.exec(html) ?? []
  assert.match(
    shown,
    /We keep &lt;b&gt;berths&lt;\/b&gt; in a table\.\n\n- \[see\]\(https:\/\/evil\.example\) \*\*this\*\* more/,
  )
  assert.ok(shown.length < 3_000)
  for (const format of ['markdown', 'json', 'atom', 'jsonfeed'])
    assert.doesNotMatch((await cli.run('preview', yard.folder, '--format', format)).out, /in a table/, format)
})
