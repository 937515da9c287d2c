import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cancelledMerges } from './cancelled-merges.ts'
import { isRevertTitle, revertTarget } from './reverts.ts'

const SHA = '0123456789abcdef0123456789abcdef01234567'

const UNKNOWN = { mergeCommit: null, title: '', baseBranch: null, mergedAt: 0, reverts: null }

const said = (title: string, body = '') => revertTarget({ repo: 'acme/app', title, body })

test('reverts of all hosts and git are recognised', () => {
  assert.deepEqual(said('Revert "Add exports (#12)"')?.numbers, [12])
  assert.deepEqual(said('Revert "Add exports"', 'Reverts acme/app#12')?.numbers, [12])
  assert.deepEqual(said('revert: Add exports', `This reverts commit ${SHA}.`)?.commits, ['0123456'])
  assert.deepEqual(said('Take back exports', 'This reverts merge request !12 (commit 0123456)'), {
    numbers: [12],
    commits: ['0123456'],
    titles: [],
    branches: [],
    reapplied: [],
  })
  assert.deepEqual(said('Revert "x"', 'Reverts https://github.com/acme/app/pull/7')?.numbers, [7])
})

test('a text about reverting is not a revert', () => {
  assert.equal(said('Revert button in the editor (#12)'), null)
  assert.equal(said('Quote "things (#12)" properly'), null)
  assert.equal(said('Revert "Add exports"', 'Reverts other/repo#12'), null)
})

const LONG = 'Add the export of all reports of a workspace as'

test('a title in single quotes, without quotes, cut, or that is undone names what is reverted', () => {
  const cancelledOf = (title: string, revert: string, more: Partial<typeof UNKNOWN> = {}) => {
    const merges = [title, revert].map((said, at) => {
      const reverts = revertTarget({ repo: 'acme/app', title: said, body: '' })
      return { ...UNKNOWN, ...more, number: at + 1, title: said, reverts }
    })
    return cancelledMerges(merges).size
  }
  for (const revert of [
    "Revert 'Add badges'",
    'Revert ‘Add badges’ (#2)',
    'revert add badges',
    'Revert Add badges',
    'Undo "Add badges"',
    "Undo 'add badges'",
    'chore: revert "Add badges"',
  ])
    assert.equal(cancelledOf('Add badges', revert), 2, revert)
  assert.equal(cancelledOf("Don't lose the user's badges", "Revert 'Don't lose the user's badges'"), 2)
  for (const revert of [
    `Revert "${LONG}…`,
    `Revert "${LONG}…"`,
    `Revert "${LONG}..." (#12)`,
    `Undo "${LONG}…`,
  ])
    assert.equal(cancelledOf(`${LONG} CSV and PDF`, revert), 2, revert)
  assert.equal(cancelledOf(`${LONG}…`, `Revert "${LONG} CSV and PDF"`), 2)
  assert.equal(cancelledOf(`${LONG} CSV and PDF`, 'Revert "Add…'), 0)
})

test('what people can revert or undo in a product is no revert', () => {
  for (const title of [
    'Revert changes of a table with one click',
    'Revert unsaved changes',
    'feat: revert a document to an earlier version',
    'Revert all edits of a colleague at once',
    'Revert the theme with one click',
    'Undo a deletion',
    'Undo `git add` from the status page',
    'Undo and redo in the editor',
    'Roll back a deployment',
    '[Editor] Revert changes with one click',
    'ABC-12: Roll back a deployment',
    '[Git] ABC-12: Revert all edits at once',
  ]) {
    assert.equal(isRevertTitle(title), false, title)
    assert.equal(said(title), null, title)
  }
  for (const title of [
    'Revert changes to the login page',
    'Revert use of the new cache',
    'revert: changes to x',
  ])
    assert.equal(isRevertTitle(title), true, title)
})

test('a squash with a revert among its commits is not a revert', () => {
  const listed = `* Add exports\n\n* Revert "Add imports"\n\nThis reverts commit ${SHA}.\n\n* Fix tests`
  assert.equal(said('Add exports (#13)', listed), null)
  assert.equal(said('Add exports (#13)', `* Take imports back\n\nReverts acme/app#12\n\n* Add exports`), null)
  const log = `Squashed commit of the following:\n\ncommit ${SHA}\nAuthor: Ann\n\n    Revert "x"\n\n    This reverts commit ${SHA}.`
  assert.equal(said('Add exports', log), null)
  assert.deepEqual(said('Revert "Add imports" (#14)', listed)?.commits, ['0123456'])
  const reasons = `Exports are too slow:\n\n- for large accounts\n- for small ones\n\nThis reverts commit ${SHA}.`
  assert.deepEqual(said('Take exports back', reasons)?.commits, ['0123456'])
  assert.deepEqual(said('Take exports back', reasons)?.numbers, [])
})

test('a reverted revert has no effect', () => {
  const merge = (number: number, reverts: number | null) => ({
    ...UNKNOWN,
    number,
    reverts:
      reverts === null ? null : { numbers: [reverts], commits: [], titles: [], branches: [], reapplied: [] },
  })
  const history = [merge(4, null), merge(3, 2), merge(2, 1), merge(1, null)]
  const numbers = (merges: typeof history) => [...cancelledMerges(merges)].map(({ number }) => number).sort()
  assert.deepEqual(numbers(history), [2, 3])
  assert.deepEqual(numbers(history.slice(2)), [1, 2])
  assert.deepEqual(numbers(history.toReversed()), [2, 3])
})

test('a commit is known by the beginning of its hash', () => {
  const revert = {
    ...UNKNOWN,
    number: 2,
    reverts: { numbers: [], commits: [SHA.slice(0, 7)], titles: [], branches: [], reapplied: [] },
  }
  const target = { ...UNKNOWN, number: 1, mergeCommit: SHA }
  assert.deepEqual(cancelledMerges([revert, target]), new Set([revert, target]))
})

test('what is applied again by its number or hash is in force again, and told once', () => {
  const history = (...said: [number, string, string?][]) =>
    said.map(([number, title, body = '']) => {
      const [mergeCommit, repo] = [`${number}`.repeat(20), 'acme/app']
      return { ...UNKNOWN, number, title, mergeCommit, reverts: revertTarget({ repo, title, body }) }
    })
  const cancelledOf = (...said: [number, string, string?][]) =>
    [...cancelledMerges(history(...said))].map(({ number }) => number).sort((a, b) => a - b)
  const first: [number, string] = [19, 'Add dark mode']
  const revert: [number, string, string] = [20, 'Revert "Add dark mode"', 'Reverts #19']
  const again: [number, string, string?][] = [
    [21, 'Reapply "Add dark mode"', 'Reapplies #19'],
    [21, 'Re-apply #19'],
    [21, 'Reland dark mode', 'This re-lands acme/app#19.'],
    [21, 'Reapply dark mode', 'Reapply commit 1919191919.'],
    [21, 'Reapply "Add dark mode (#19)"'],
    [21, 'Reapply "Add dark mode"', 'Reapplies #19 and reverts #20'],
  ]
  for (const one of again) {
    assert.deepEqual(cancelledOf(first, revert, one), [20, 21], JSON.stringify(one))
    assert.deepEqual(cancelledOf(first, [20, 'Revert "Add dark mode"'], one), [20, 21], JSON.stringify(one))
  }
  for (const one of again.slice(0, 5)) assert.deepEqual(cancelledOf(first, one), [], JSON.stringify(one))
  const [reapply = first] = again
  assert.deepEqual(cancelledOf(first, revert, [21, 'Add a switch', 'Reapplies #19']), [19, 20])
  const revertedAgain: [number, string, string] = [22, 'Revert "Add dark mode"', 'Reverts #19']
  assert.deepEqual(cancelledOf(first, revert, reapply, revertedAgain), [19, 20, 21, 22])
  const last: [number, string, string] = [23, 'Reapply "Add dark mode"', 'Reapplies #19']
  assert.deepEqual(cancelledOf(first, revert, reapply, revertedAgain, last), [20, 21, 22, 23])
})

test('pages of Azure DevOps and Bitbucket name what is reverted, in each form of their addresses', () => {
  const named = (repo: string, address: string) =>
    revertTarget({ repo, title: 'Revert the export', body: `Reverts ${address}` })
  for (const [repo, place] of [
    ['acme/shop/app', 'acme/shop/_git/app'],
    ['acme/app', 'acme/app/_git/app'],
    ['acme/app', 'acme/_git/app'],
  ] as const)
    assert.deepEqual(named(repo, `https://dev.azure.com/${place}/pullrequest/12`)?.numbers, [12], place)
  assert.equal(named('acme/shop/app', 'https://dev.azure.com/acme/other/_git/app/pullrequest/12'), null)
  const commit = 'https://bitbucket.org/acme/app/commits/6ca0691239781234'
  assert.deepEqual(named('acme/app', commit)?.commits, ['6ca0691'])
})
