import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listEntries } from '#changelog/entries/list.ts'
import { isoOf } from '#platform/clock.ts'
import { listRepositories, type Repository } from '#pulls/repositories/repositories.ts'
import { ENGINES } from '#testing/databases.ts'
import { aWorld, type World } from '#testing/world.ts'
import { importPast } from './import-past.ts'
import { changelogTexts, type PastText } from './releases.ts'

const past = (
  { db, account, action }: World,
  texts: readonly PastText[],
  { each = false, repository = null }: { each?: boolean; repository?: Repository | null } = {},
) =>
  importPast({ db, action: { ...action, actor: 'import' } }, account, texts, {
    ...{ each, prereleases: false, repository },
  })

const published = async ({ db, account }: World) =>
  (await listEntries(db.read, { accountId: account.id })).map(
    ({ entry }) => `${'publishedAt' in entry ? isoOf(entry.publishedAt).slice(0, 10) : ''} ${entry.title}`,
  )

/** Defines a test that runs in a world on each engine. */
function inWorld(name: string, story: (world: World) => Promise<void>): void {
  for (const engine of ENGINES) {
    test(`${name} (${engine})`, async () => {
      await using world = await aWorld(engine)
      await story(world)
    })
  }
}

inWorld(
  'every release is an entry, also where only dates name them, or two have one version',
  async world => {
    const dates =
      '# Changelog\n\n## 2026-02-20\n\n- CSV\n\n## 2026-02-10\n\n- Receipts\n\n## 2026-02-10\n\n- Faster\n'
    const products =
      '# core\n\n## 1.0.0 - 2026-01-02\n\n- Core\n\n# cli\n\n## 1.0.0 - 2026-01-02\n\n- Command line\n'
    for (const text of [dates, products]) {
      const texts = changelogTexts(text)
      assert.deepEqual([(await past(world, texts)).published, texts.length], [texts.length, texts.length])
      assert.equal((await past(world, texts)).known, texts.length)
    }
    const more = changelogTexts(dates.replace('## 2026-02-20', '## 2026-02-25\n\n- New\n\n## 2026-02-20'))
    const { published: added, known } = await past(world, more)
    assert.deepEqual([added, known], [1, 3])
    assert.equal((await past(world, [...more, ...more])).known, 8)
  },
)

inWorld(
  'releases and items of one day keep the order of the text, whichever end is the newest',
  async world => {
    const release = (patch: number) => `## 1.0.${patch} - 2026-02-10\n\n- Item ${patch}a\n- Item ${patch}b\n`
    const releases = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map(release)
    const first = '## 0.9.0 - 2026-02-09\n\n- x\n'
    const titles = async () => (await published(world)).map(line => line.slice(11))
    await past(world, changelogTexts(`# Changes\n\n${[...releases, first].join('\n')}`), { each: true })
    const items = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].flatMap(patch => [`Item ${patch}a`, `Item ${patch}b`])
    assert.deepEqual((await titles()).slice(0, 20), items)
    await using other = await aWorld()
    await past(other, changelogTexts(`# Changes\n\n${[first, ...releases.toReversed()].join('\n')}`))
    assert.deepEqual(
      (await published(other)).map(line => line.slice(-1)),
      ['9', '8', '7', '6', '5', '4', '3', '2', '1', '0', '0'],
    )
  },
)

inWorld('a release with a date in the future does not date those without one to today', async world => {
  const text =
    '# Changes\n\n## 3.0.0 - 2999-01-01\n\n- c\n\n## 2.0.0\n\n- b\n\n## 1.0.0 - 2025-01-01\n\n- a\n'
  await past(world, changelogTexts(text))
  const [, between = ''] = await published(world)
  assert.match(between, /^2025-.* 2\.0\.0$/)
})

/** Changelogs in which releases share a heading, as they were imported and as they are now, and the words that are new. */
const CHANGED: Record<string, [before: string, now: string, news: string[]]> = {
  'the oldest stands first, and another is added at the end': [
    '## 0.1 - 2026-01-01\n- A\n## Hotfix 1.0\n- B\n## Hotfix 1.0\n- C\n## 2.0 - 2026-02-01\n- D',
    '## 0.1 - 2026-01-01\n- A\n## Hotfix 1.0\n- B\n## Hotfix 1.0\n- C\n## Hotfix 1.0\n- E\n## 2.0 - 2026-02-01\n- D',
    ['E'],
  ],
  'a package is added': [
    '# core\n## 1.0.0 - 2026-01-02\n- Core\n# cli\n## 1.0.0 - 2026-01-03\n- Bug fixes\n- Command line',
    '# api\n## 1.0.0 - 2026-01-01\n- Bug fixes\n# core\n## 1.0.0 - 2026-01-02\n- Core\n# cli\n## 1.0.0 - 2026-01-03\n- Bug fixes\n- Command line\n# web\n## 1.0.0 - 2026-01-04\n- Web',
    ['Web', 'Bug fixes'],
  ],
  'the oldest is removed': [
    '## 1.0.0 - 2026-01-05\n- B\n## 1.0.0 - 2026-01-02\n- A',
    '## 1.0.0 - 2026-01-08\n- C\n## 1.0.0 - 2026-01-05\n- B',
    ['C'],
  ],
  'one without words is removed': [
    '## 1.0.0 - 2026-01-05\n- B\n## 1.0.0 - 2026-01-02',
    '## 1.0.0 - 2026-01-05\n- B',
    [],
  ],
  'one gets a date': [
    '## 1.0.0 - 2026-01-05\n- B\n## 1.0.0\n- A\n## 0.1.0 - 2026-01-01\n- X',
    '## 1.0.0 - 2026-01-05\n- B\n## 1.0.0 - 2026-01-07\n- A\n## 0.1.0 - 2026-01-01\n- X',
    [],
  ],
}

for (const [what, [before, now, news]] of Object.entries(CHANGED)) {
  for (const each of [false, true])
    inWorld(
      `of releases with one heading, ${what}: only the new is told${each ? ', by item' : ''}`,
      async world => {
        const words = async () =>
          (await listEntries(world.db.read, { accountId: world.account.id })).map(({ entry }) =>
            each ? entry.title : entry.body,
          )
        await past(world, changelogTexts(`# Changes\n${before}`), { each })
        const old = await words()
        await past(world, changelogTexts(`# Changes\n${now}`), { each })
        const told = news.map(line => (each ? line : `- ${line}`))
        assert.deepEqual((await words()).toSorted(), [...old, ...told].toSorted())
        await past(world, changelogTexts(`# Changes\n${now}`), { each })
        assert.equal((await words()).length, old.length + told.length)
      },
    )
}

inWorld(
  'a changelog that was imported before its repository was known, or had its present name, is known',
  async world => {
    const texts = changelogTexts('# Changes\n## 1.0.0 - 2026-01-05\n- Dark mode (#12)\n- Polls in acme/app#3')
    assert.equal((await past(world, texts, { each: true })).published, 2)
    world.merge('feat: something else', { number: 100 })
    await world.settle()
    const [repository] = await listRepositories(world.db.read, world.account.id)
    assert.ok(repository)
    assert.equal((await past(world, texts, { each: true, repository })).known, 2)
    const later = changelogTexts('# Changes\n## 1.1.0 - 2026-01-06\n- Search')
    assert.equal((await past(world, later, { repository })).published, 1)
    assert.equal((await past(world, later, { repository: { ...repository, name: 'acme/shop' } })).known, 1)
    assert.equal((await past(world, later)).known, 1)
  },
)
