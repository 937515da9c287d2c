import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES } from '#testing/databases.ts'
import { aGitHubPull, sendGitHubWebhook } from '#testing/github-webhooks.ts'
import { previewAfter } from '#testing/previews.ts'
import type { Repository } from '#testing/repositories.ts'
import { withRunningService } from '#testing/service.ts'
import { aWorld } from '#testing/world.ts'

/** The items of a preview for the merges that `make` adds, as `number headline`. */
const told = async (make: (repo: Repository) => Promise<void>): Promise<string[]> =>
  (await previewAfter(make)).map(({ pitch, number }) => `${number} ${pitch.headline}`).sort()

let files = 0
const some = () => ({ [`src/${++files}.ts`]: `${files}\n` })
const merge = (repo: Repository, number: number, commit: string, message: string) =>
  repo.merge('', { number, files: some(), commits: [commit], message })

test('a revert that a squash names by the title alone takes the merge back', async () => {
  for (const title of ['Add badges', 'feat: add polls', 'feat(chat): add polls'])
    assert.deepEqual(
      await told(async repo => {
        await repo.squash(title, { number: 10, files: some() })
        await repo.squash(`Revert "${title}"`, { number: 11, files: some() })
      }),
      [],
      title,
    )
})

test('reverts as Bitbucket, GitLab, Azure DevOps and Gitea write them take the merge back', async () => {
  const bitbucket = async (repo: Repository) => {
    await merge(repo, 13, 'x', 'Merged in feature/x1 (pull request #13)\n\nAdd badges')
    const message = 'Merged in revert-13 (pull request #20)\n\nRevert "Add badges (pull request #13)"'
    await merge(repo, 20, 'y', message)
  }
  const gitlab = async (repo: Repository) => {
    await merge(repo, 2, 'x', "Merge branch 'f1' into 'main'\n\nAdd badges\n\nSee merge request acme/app!2")
    const title = `Revert "Merge branch 'f1' into 'main'"`
    const message = `Merge branch 'revert-f1' into 'main'\n\n${title}\n\nSee merge request acme/app!3`
    await merge(repo, 3, `${title}\n\nThis reverts merge request !2`, message)
  }
  const azure = async (repo: Repository) => {
    await repo.commit('Merged PR 121: Add badges', { files: some() })
    await repo.commit('Merged PR 130: Revert "Merged PR 121: Add badges"\n\nReverted commit abc.', {
      files: some(),
    })
  }
  const gitea = async (repo: Repository) => {
    await repo.squash('Add badges', { number: 2, files: some() })
    await repo.squash('revert Add badges (#2)', { number: 3, files: some() })
  }
  for (const form of [bitbucket, gitlab, azure, gitea]) assert.deepEqual(await told(form), [], form.name)
})

test('a revert of a revert, of several, and one that comes again', async () => {
  const again = await told(async repo => {
    await repo.squash('Add badges', { number: 10, files: some() })
    await repo.squash('Revert "Add badges"', { number: 11, files: some() })
    await repo.squash('Reapply "Add badges"', { number: 12, files: some() })
  })
  assert.deepEqual(again, ['10 Add badges'])
  const twice = await told(async repo => {
    await repo.squash('Add badges', { number: 10, files: some() })
    await repo.squash('Revert "Add badges"', { number: 11, files: some() })
    await repo.squash('Revert "Revert "Add badges""', { number: 12, files: some() })
  })
  assert.deepEqual(twice, ['10 Add badges'])
  const conventional = await told(async repo => {
    await repo.squash('feat(chat): add badges', { number: 10, files: some() })
    await repo.squash('revert: feat(chat): add badges', { number: 11, files: some() })
    await repo.squash('revert: revert: feat(chat): add badges', { number: 12, files: some() })
  })
  assert.deepEqual(conventional, ['10 Add badges'])
  const several = await told(async repo => {
    await repo.squash('Add badges', { number: 10, files: some() })
    await repo.squash('Add polls', { number: 11, files: some() })
    await repo.squash('Add drafts', { number: 12, files: some() })
    await repo.squash('Revert chat work', {
      number: 14,
      body: 'Reverts #10, #11 and acme/other#12',
      files: some(),
    })
    await repo.squash('Add badges', { number: 15, files: some() })
  })
  assert.deepEqual(several, ['12 Add drafts', '15 Add badges'])
  const titles = await told(async repo => {
    await repo.squash('Add badges', { number: 10, files: some() })
    await repo.squash('Add polls', { number: 11, files: some() })
    await repo.squash('Revert "Add badges" and "Add polls"', { number: 12, files: some() })
  })
  assert.deepEqual(titles, [])
})

test('a revert is read in other quotes, behind a tag or ticket, in other words and by a scope', async () => {
  for (const title of [
    'Revert `Add badges`',
    'Revert «Add badges»',
    'Revert „Add badges“',
    'Reverting "Add badges"',
    'Temporarily revert "Add badges"',
    '[1.x] Revert "Add badges"',
    '[ABC-1] Revert "Add badges"',
    'ABC-1: Revert "Add badges"',
    ':rewind: revert: Add badges',
    'Back out #10',
    'Rollback #10',
    'Revert PR 10',
  ])
    assert.deepEqual(
      await told(async repo => {
        await repo.squash('Add badges', { number: 10, files: some() })
        await repo.squash(title, { number: 11, files: some() })
      }),
      [],
      title,
    )
  const scoped = await told(async repo => {
    await repo.squash('feat(chat): add badges', { number: 10, files: some() })
    await repo.squash('revert(chat): add badges', { number: 11, files: some() })
  })
  assert.deepEqual(scoped, [])
  const numbered = await told(async repo => {
    await repo.squash('Add badges', { number: 10, files: some() })
    await repo.squash('Revert "Add badges (#10)"', { number: 11, files: some() })
    await repo.squash('Reland "Add badges"', { number: 12, files: some() })
  })
  assert.deepEqual(numbered, ['10 Add badges'])
  const tagged = await told(async repo => {
    await repo.squash('Add badges', { number: 10, files: some() })
    await repo.squash('Revert "Add badges"', { number: 11, files: some() })
    await repo.squash('[ABC-1] Reland "Add badges"', { number: 12, files: some() })
  })
  assert.deepEqual(tagged, ['10 Add badges'])
  const product = await told(async repo => {
    await repo.squash('Reverting to an older version keeps its tags', { number: 10, files: some() })
  })
  assert.equal(product.length, 1)
})

test('of merges with one title the newest before the revert is meant', async () => {
  const lines = await told(async repo => {
    await repo.squash('Update the list of fonts', { number: 10, files: some() })
    await repo.squash('Update the list of fonts', { number: 11, files: some() })
    await repo.squash('Revert "Update the list of fonts"', { number: 12, files: some() })
  })
  assert.deepEqual(lines, ['10 Update the list of fonts'])
})

for (const engine of ENGINES)
  test(`a revert by title that a webhook brings dismisses the draft, whichever comes first (${engine})`, async () => {
    await using world = await aWorld(engine)
    const at = world.clock.now()
    world.merge('Add badges', { number: 10, mergedAt: at })
    await world.settle({ publish: false })
    world.merge('Revert "Add badges"', { number: 11, mergedAt: at })
    await world.settle({ publish: false })
    world.merge('Revert "Add polls"', { number: 13, mergedAt: at })
    world.merge('feat: add polls', { number: 14, mergedAt: at })
    await world.settle({ publish: false })
    world.merge('Add polls', { number: 12, mergedAt: at })
    await world.settle({ publish: false })
    const places = (await world.ledger()).map(line => line.split(' ')[0]).sort()
    assert.deepEqual(places, ['drafted', 'reverted', 'reverted', 'reverted', 'reverted'])
  })

for (const engine of ENGINES)
  test(`a revert that names only a branch takes back the one merge of that branch (${engine})`, async () => {
    await using world = await aWorld(engine)
    const at = world.clock.now()
    const merge = (number: number, title: string, headBranch: string) =>
      world.merge(title, { number, headBranch, baseBranch: 'main', mergedAt: at + number })
    merge(10, 'Add badges', 'f1')
    merge(11, 'Add polls', 'team')
    merge(12, 'Add stickers', 'team')
    await world.settle({ publish: false })
    merge(13, "Revert \"Merge branch 'f1' into 'main'\"", 'revert-f1')
    merge(14, "Revert \"Merge branch 'team' into 'main'\"", 'revert-team')
    await world.settle({ publish: false })
    const reverted = (await world.ledger()).filter(line => line.startsWith('reverted'))
    assert.deepEqual(reverted.sort(), [
      'reverted Add badges',
      "reverted Revert \"Merge branch 'f1' into 'main'\"",
    ])
  })

const AGAIN = ['Reapply "Add badges"', 'Revert "Revert "Add badges""', 'Reland "Add badges"']

for (const engine of ENGINES)
  test(`imports one after the other take a merge back and bring it again (${engine})`, async () => {
    for (const again of AGAIN) {
      await using world = await aWorld(engine)
      for (const [at, title] of ['Add badges', 'Revert "Add badges"', again].entries()) {
        world.merge(title, { number: 10 + at })
        await world.settle({ publish: false })
      }
      assert.deepEqual(
        (await world.ledger()).sort(),
        ['drafted Add badges', 'reverted Revert "Add badges"', `reverted ${again}`].sort(),
      )
      assert.ok((await world.entries()).includes('draft Add badges'))
    }
  })

withRunningService('webhooks take a merge back and bring it again, in any order', async it => {
  const titles = ['feat: add badges', 'Revert "feat: add badges"', 'Revert "Revert "feat: add badges""']
  const connection = await it.connect()
  for (const [at, title] of [...titles.entries()].toReversed()) {
    const time = `2026-03-02T08:0${at}:00Z`
    const pull = aGitHubPull({ number: 10 + at, title, merged_at: time, updated_at: time })
    await sendGitHubWebhook(it, connection, { pull: { ...pull, merge_commit_sha: `${at}`.repeat(40) } })
    await it.settle()
  }
  const [one, revert, again] = titles
  assert.deepEqual(
    (await it.ledger()).sort(),
    [`drafted ${one}`, `reverted ${revert}`, `reverted ${again}`].sort(),
  )
})
