import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProductClassifier } from '#app/judging.ts'
import { listEntries } from '#changelog/entries/list.ts'
import { mergedPullFrom } from '#pulls/hosts/host-pull.ts'
import { ENGINES } from '#testing/databases.ts'
import { aGitHubPull, sendGitHubWebhook } from '#testing/github-webhooks.ts'
import { previewAfter } from '#testing/previews.ts'
import { aPull } from '#testing/pulls.ts'
import type { Repository } from '#testing/repositories.ts'
import { withRunningService } from '#testing/service.ts'
import { aWorld, type World } from '#testing/world.ts'
import { offlinePitch } from '#writing/offline.ts'

const told = async (make: (repo: Repository) => Promise<unknown>) =>
  new Map(
    (await previewAfter(make)).map(({ number, pitch, classification }) => [
      number,
      { ...pitch, ...classification },
    ]),
  )

let files = 0
const some = () => ({ [`src/${++files}.ts`]: `${files}\n` })

test('with merge commits the footers and marks of the branch count', async () => {
  const items = await told(async repo => {
    const footer = 'BREAKING CHANGE: The old routes are gone. Call the new ones instead.'
    await repo.merge('Give sums as text', {
      number: 10,
      files: some(),
      commits: [`feat: give sums as text\n\n${footer}`],
    })
    await repo.merge('Give days as text', {
      number: 11,
      files: some(),
      commits: ['feat(api)!: give days as text'],
    })
    await repo.merge('', {
      number: 12,
      files: some(),
      commits: [`feat(api)!: remove the old routes\n\n${footer}`],
      message: 'Merge pull request #12 from acme/c',
    })
    await repo.merge('Give names as text', {
      number: 14,
      files: some(),
      commits: [
        'feat: give names as text\n\n**Breaking change**: The old routes are gone. Call the new ones.',
      ],
      message: "Merge pull request 'Give names as text' (#14) from names into main",
    })
    await repo.merge('Keep the order', {
      number: 13,
      files: some(),
      commits: ['feat: keep the order\n\nChangelog: fixed'],
    })
  })
  for (const number of [10, 11, 12, 14]) assert.equal(items.get(number)?.isBreaking, true, `${number}`)
  for (const number of [10, 12]) assert.match(items.get(number)?.body ?? '', /routes are gone.*Call the new/s)
  assert.match(items.get(12)?.headline ?? '', /remove the old routes/i)
  assert.equal(items.get(13)?.kind, 'fix')
})

test('what a host lists of the commits counts too', async () => {
  const classifier = await createProductClassifier()
  const pull = mergedPullFrom({
    ...aPull({ title: 'Give sums as text', number: 3 }),
    number: 3,
    headBranch: null,
    author: null,
    commits: [
      'feat: give sums as text\n\nBREAKING CHANGE: Strict readers fail. Parse them first.\n\nSigned-off-by: A <a@b.c>',
    ],
  })
  assert.equal(classifier.classify(pull).isBreaking, true)
  assert.match(offlinePitch(pull).body, /Strict readers fail.*Parse them first/s)
  assert.doesNotMatch(pull.commits.join(), /Signed-off/)
})

const BREAKS = [
  '**BREAKING CHANGE**: The field id is gone from the export. Use key.',
  '**BREAKING CHANGE:** The field id is gone from the export. Use key.',
  '- BREAKING CHANGE: The field id is gone from the export. Use key.',
  '> [!WARNING]\n> **BREAKING**: The field id is gone from the export. Use key.',
  '⚠️ Breaking: The field id is gone from the export. Use key.',
  'BREAKING CHANGES:\n\n- The field id is gone from the export.',
  '* feat: export archived projects\n\n* feat!: the field id is gone from the export',
  '**Breaking change?** Yes, the field id is gone.',
  '### Is this a breaking change?\n\nYes. Replace id by key.',
  '### Does this PR introduce a breaking change?\n\n- [x] Yes\n- [ ] No\n\nThe field id is gone.',
  '| Breaking change? | Yes |',
  'BREAKING CHANGE: No longer exports the field id.',
  '_BREAKING CHANGE_: The field id is gone.',
  '⚠️ **BREAKING CHANGE** ⚠️\n\nThe field id is gone.',
  '- [X] This is a breaking change',
  '- [ ] No\n- [x] Yes, this is a breaking change',
  '**Is this a breaking change:** yes',
  'This is a breaking change: the field id is gone.',
  '*BREAKING CHANGE*: The field id is gone.',
  '***BREAKING CHANGE:*** The field id is gone.',
  '`BREAKING CHANGE`: The field id is gone.',
  '**BREAKING CHANGE** - The field id is gone.',
  'BREAKING CHANGE – The field id is gone.',
  'BREAKING CHANGE The field id is gone.',
  '⚠️ BREAKING CHANGE ⚠️\nThe field id is gone.',
  '> [!IMPORTANT]\n> **BREAKING CHANGE**\n> The field id is gone.',
  'Breaking changes\n----------------\n\nThe field id is gone.',
  '#### Backwards incompatible changes\n\nThe field id is gone.',
  '## BC breaks\n\nThe field id is gone.',
  '<h3>Breaking changes</h3>\n<p>The field id is gone.</p>',
  '<details><summary>Breaking changes</summary>\n\nThe field id is gone.\n\n</details>',
  '<b>BREAKING CHANGE:</b> The field id is gone.',
  '**Does this PR introduce a breaking change?** (yes/no)\n\nyes',
  'Breaking change - yes',
  '- [x] This change is breaking',
  '- [x] Major change (breaking)',
  'This is a breaking change.',
  '**Note**: This is a breaking change for everyone who reads the field id.',
  '[BREAKING] the field id is gone',
  '(breaking) the field id is gone',
  'Incompatible change: the field id is gone',
  '- feat: export archives\n- feat!: the field id is gone',
  '1. feat(export)!: the field id is gone',
  '0123abc feat!: the field id is gone',
]
const UNBROKEN = [
  '**BREAKING CHANGE**: none',
  'BREAKING CHANGE: No.',
  'Breaking changes: N/A',
  'Breaking changes: no breaking changes',
  '### Is this a breaking change?\n\nNo',
  '### Is this a breaking change?\n\n- [ ] Yes\n- [x] No',
  '### Is this a breaking change?\n\n- [ ] Yes\n- [ ] No',
  '**Breaking change?** Yes/No',
  '**Breaking change?** yes or no',
  '**Breaking change?** <!-- yes or no -->',
  '**Breaking changes**: <describe them here>',
  '- [ ] BREAKING CHANGE: describe it',
  'BREAKING CHANGE:',
  '```\nBREAKING CHANGE: as a footer is written\n```',
  '    BREAKING CHANGE: as a footer is written',
  '> BREAKING CHANGE: as somebody said',
  '* feat!: the field id is gone\n\n* Revert "feat!: the field id is gone"',
  'BREAKING CHANGES: Not that I know of',
  '**Breaking Changes**: 0',
  'Breaking change: :x:',
  'Warning!: read the page of the export first',
  'This is a breaking change in Chrome 120, which the field now heeds.',
  'Breaking changes: `none`',
  '- [x] Bug fix (non-breaking change which fixes an issue)',
  'This is not a breaking change.',
  'No breaking changes',
  '```\nfeat!: as a subject is written\n```',
  '**Does this PR introduce a breaking change?** (yes/no)\n\nno',
  'Breaking change: ☐ yes ☑ no',
  '**Is this a breaking change:** no',
  '### Breaking changes\n\nThere are no breaking changes.',
  "### Breaking changes\n\nThis doesn't break anything.",
  ...['- None', '*None*', '_No breaking changes_', '~~None~~', '❌', 'None that we know of.'].map(
    none => `### Breaking changes\n\n${none}`,
  ),
]

test('each form in which a break is marked is read, and none that says no', async () => {
  const classifier = await createProductClassifier()
  const classify = (title: string, body: string) => {
    const commits = [...body.matchAll(/^\* (\S.*)$/gm)].map(([, subject = '']) => subject)
    return classifier.classify(aPull({ title, body, commits })).isBreaking
  }
  const title = 'feat(export): export archived projects too'
  for (const body of BREAKS) assert.equal(classify(title, body), true, body)
  for (const body of UNBROKEN) assert.equal(classify(title, body), false, body)
  for (const marked of [
    'Breaking: export archived projects too',
    '[BREAKING] Export archived projects too',
    '[BREAKING] feat: export archived projects too',
    'Breaking change: feat: export archived projects too',
    'BREAKING CHANGE: export archived projects too',
    'Export archived projects too (breaking)',
    'Export archived projects too [BREAKING CHANGE]',
    'Export archived projects too - BREAKING',
    'feat!(export): export archived projects too',
  ]) {
    assert.equal(classify(marked, ''), true, marked)
    assert.match(
      offlinePitch(aPull({ title: marked })).headline,
      /^(?:Add )?Export archived projects too$/i,
      marked,
    )
  }
})

test('each item of a note that is a list is told once', async () => {
  const classifier = await createProductClassifier()
  const body = 'BREAKING CHANGES:\n- The field id is gone.\n- The field date is gone.'
  const { body: text } = offlinePitch(aPull({ title: 'feat: export archives', body }))
  assert.equal(text, 'The field id is gone. The field date is gone.')
  assert.equal(
    classifier.classify(aPull({ title: 'Fix line breaking: long words', files: ['src/a.ts'] })).isBreaking,
    false,
  )
})

test('a description lists commits where the host tells of none', async () => {
  const classifier = await createProductClassifier()
  const classify = (body: string) =>
    classifier.classify(aPull({ title: 'feat: export archives', body })).isBreaking
  assert.equal(classify('* feat: export archives\n\n* feat!: the field id is gone'), true)
  assert.equal(classify('* feat: export archives\n\n* docs: tell of feat!: subjects'), false)
})

test('a stacked squash tells its own break and not that of its base', async () => {
  const base =
    'feat(api): give sums as text\n\nBREAKING CHANGE: Strict readers of money fail. Parse them before you add.'
  const own =
    'feat!: require Node 22\n\nBREAKING CHANGE: Node 20 is no longer supported. Upgrade to Node 22 before you install.'
  // Of the form that other tools write, with hyphens and indented, and with other line breaks.
  const listed = (message: string) =>
    `- ${message.replace('fail. ', 'fail.\n').replaceAll(/\n(?=.)/g, '\n  ')}`
  for (const first of [
    { title: 'feat(api)!: give sums as text', body: `* ${base}` },
    { title: 'feat(api): give sums as text', body: base.slice(30) },
    { title: 'feat(api)!: give sums as text', body: listed(base) },
  ]) {
    const items = await told(async repo => {
      await repo.squash(first.title, { number: 10, body: first.body, files: some() })
      await repo.squash('feat!: require Node 22', {
        number: 11,
        body: first.body.startsWith('-') ? `${listed(base)}\n\n${listed(own)}` : `* ${base}\n\n* ${own}`,
        files: some(),
      })
      await repo.squash('fix: show the sum', {
        number: 12,
        body: `* ${base}\n\n* fix: show the sum`,
        files: some(),
      })
    })
    assert.match(items.get(10)?.body ?? '', /readers of money/)
    assert.match(items.get(11)?.body ?? '', /Node 20 is no longer supported.*Upgrade to Node 22/s)
    assert.doesNotMatch(items.get(11)?.body ?? '', /money/)
    assert.equal(items.get(12)?.isBreaking, false)
  }
})

const MONEY =
  'feat(api)!: give sums as text\n\nBREAKING CHANGE: Strict readers of money fail. Parse them first.'
const NODE = 'feat!: require Node 22\n\nBREAKING CHANGE: Node 20 is no longer supported. Upgrade first.'
const STACK = [
  { title: 'feat(api)!: give sums as text', number: 10, body: `* ${MONEY}` },
  { title: 'feat!: require Node 22', number: 11, body: `* ${MONEY}\n\n* ${NODE}` },
  { title: 'fix: show the sum', number: 12, body: `* ${MONEY}\n\n* fix: show the sum` },
]

/** The body of each entry by its title. */
async function bodiesOf({ db, account }: Pick<World, 'db' | 'account'>) {
  const entries = await listEntries(db.read, { accountId: account.id })
  return new Map(entries.map(({ entry }) => [entry.title, entry.body]))
}

function eachTellsItsOwn(bodies: ReadonlyMap<string, string>): void {
  assert.match(bodies.get('Give sums as text') ?? '', /readers of money/)
  assert.match(bodies.get('Require Node 22') ?? '', /Node 20/)
  assert.doesNotMatch(bodies.get('Require Node 22') ?? '', /money/)
  assert.equal(bodies.get('Show the sum'), '')
}

for (const engine of ENGINES)
  test(`imports one after the other tell a break once, and again after it was reverted (${engine})`, async () => {
    await using world = await aWorld(engine)
    for (const pull of [...STACK, ...STACK]) {
      world.merge(pull.title, pull)
      await world.settle({ publish: false })
    }
    eachTellsItsOwn(await bodiesOf(world))
    world.merge('Revert "feat(api)!: give sums as text"', { number: 13 })
    await world.settle({ publish: false })
    world.merge('feat: bring sums back', { number: 14, body: `* ${MONEY}\n\n* fix: round them` })
    await world.settle({ publish: false })
    const bodies = await bodiesOf(world)
    assert.match(bodies.get('Bring sums back') ?? '', /readers of money/)
  })

withRunningService('webhooks one after the other tell a break once', async it => {
  const connection = await it.connect()
  for (const [at, { title, number, body }] of STACK.entries()) {
    const time = `2026-03-02T08:0${at}:00Z`
    const pull = aGitHubPull({ number, title, body, merged_at: time, updated_at: time })
    await sendGitHubWebhook(it, connection, {
      pull: { ...pull, merge_commit_sha: `${at}`.repeat(40) },
    })
    await it.settle()
  }
  eachTellsItsOwn(await bodiesOf({ db: it.service.db, account: it.account }))
})
