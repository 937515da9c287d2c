import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPull } from '#testing/pulls.ts'
import { offlinePitch } from '#writing/offline.ts'

const written = (title: string) => offlinePitch(aPull({ title }))

test('a title that a host made of an issue waits for a person, with the words of the issue', () => {
  for (const title of ['Resolve "Plates on the table"', 'Resolve ABC-12 "Plates on the table"']) {
    const { headline, needsWords } = written(title)
    assert.equal(headline, 'Plates on the table')
    assert.ok(needsWords)
  }
})

test('what a host writes around the title of another change is no part of it', () => {
  for (const title of [
    'Merge "Add a filter for guests" into stable/1.2',
    'Merge "Add a filter for guests"',
    'Backport "Add a filter for guests" to 1.x',
    'Backport of Add a filter for guests into release/1.2.x',
  ])
    assert.equal(written(title).headline, 'Add a filter for guests', title)
  for (const title of [
    'Resolve "Plates on the table" (#12)',
    'Resolve "Plates on the table" (APP-3)',
    'Resolve "Plates on the table" (!12)',
  ]) {
    assert.equal(written(title).headline, 'Plates on the table', title)
    assert.ok(written(title).needsWords)
  }
  for (const title of ['Merge "From" and "To" into one field', 'Backport of filters'])
    assert.equal(written(title).headline, title)
})

test('no ticket stays in a headline, and one alone needs words', () => {
  assert.equal(written('Feature/ABC-123 dark plates').headline, 'Dark plates')
  assert.equal(written('Feature/ABC 123 dark plates').headline, 'Dark plates')
  for (const branch of [
    'ABC-123-dark-plates',
    'abc-123-dark-plates',
    'abc 123 dark plates',
    'Abc-123_dark_plates',
  ])
    assert.equal(written(`feature/${branch}`).headline, 'Dark plates', branch)
  assert.equal(written('Bugfix/app 10 totals of empty tables').headline, 'Totals of empty tables')
  assert.equal(written('feature/top-10-lists').headline, 'Top 10 lists')
  assert.equal(written('feature/utf-8-names').headline, 'Utf 8 names')
  assert.match(written('Bugfix/APP-10 totals of empty tables').headline, /^Totals of empty tables$/)
  for (const title of [
    'ABC-123',
    '[ABC-123]',
    'Feature/ABC-123',
    'feature/abc-123',
    'Feature/abc 123',
    'ABC-123, ABC-124',
  ]) {
    const { headline, needsWords } = written(title)
    assert.doesNotMatch(headline, /ABC/i, title)
    assert.ok(needsWords, title)
  }
})

test('tickets are read in each form in which trackers and branches write them, and standards stay', () => {
  for (const title of [
    'AB#123 Dark plates',
    'Dark plates AB#123',
    'AB#123: Dark plates',
    'APP-10 / APP-11 Dark plates',
    'APP-10 & APP-11: Dark plates',
    'feature/APP-10_dark_plates',
    'Feature/abc 123 dark plates',
    'feature/abc-123-dark-plates',
  ])
    assert.equal(written(title).headline, 'Dark plates', title)
  for (const title of ['COVID-19 banner at the door', 'SOC-2 report for guests', 'Fix error 500 at the door'])
    assert.equal(written(title).headline, title)
  assert.match(written('fix/error-500-at-the-door').headline, /error 500/i)
})

test('marks of backports are no words, wherever they stand', () => {
  for (const title of [
    'Add a filter for guests (backport #12)',
    'Add a filter for guests (backport of #12 to 1.x)',
    'Add a filter for guests [1.x]',
    'Add a filter for guests [release-1.2] (#40)',
    'Add a filter for guests (1.x backport)',
    'Add a filter for guests (cherry picked from commit abc1234)',
    'Automated cherry pick of #12: Add a filter for guests',
    'Automated cherry pick of #12 #13: Add a filter for guests',
    'Backport #12 to 1.x: Add a filter for guests',
    'Backport: Add a filter for guests (#12)',
    'Cherry-pick: Add a filter for guests',
    '🤖 Backport to 1.x: Add a filter for guests',
    'Add a filter for guests (bp #12)',
    'Add a filter for guests, backport of #12',
    'Add a filter for guests - backport to 1.x',
    'Add a filter for guests [branch-4.1]',
    '(1.x) Add a filter for guests',
  ])
    assert.equal(written(title).headline, 'Add a filter for guests', title)
  for (const title of ['Support TLS (1.3)', 'Show backports to 1.x', 'Cherry-pick rows of a table'])
    assert.equal(written(title).headline, title)
})

test('a backport is named by the change that it brings, in other forms too', () => {
  for (const title of [
    "Backport 'Add a filter for guests' to 1.x",
    'Backport Add a filter for guests to 1.x',
    'Backport 1.x: Add a filter for guests',
    'Backport #12 Add a filter for guests',
    'Backport PR #12 on branch 1.x (Add a filter for guests)',
    'Manual backport of #12: Add a filter for guests',
    'Forward port: Add a filter for guests',
    'CP: Add a filter for guests',
    'Add a filter for guests - backport',
    'Add a filter for guests: backport',
    'Add a filter for guests (backports #12)',
    'Add a filter for guests (release-1.2)',
    'Add a filter for guests (1.x)',
    '[5.0.x] Fixed #12 -- Add a filter for guests',
  ])
    assert.equal(written(title).headline, 'Add a filter for guests', title)
})

test('what hosts, trackers and agents put before words goes, and what they propose needs words', () => {
  for (const title of [
    'Merged PR 121: Add plates',
    'Pull request #13: Add plates',
    'Pull request #13: Feature/ABC-12 add plates',
    'Codex/add plates',
    'claude/add-plates-abc123',
    'users/ada/add plates',
    'Story 1234: Add plates',
    'Ticket ABC-12 - Add plates',
    '{ABC-12} Add plates',
    'ABC-12 — Add plates',
    'ABC-12-add-plates',
    'ABC-12/add_plates',
    'fixup! Add plates',
  ])
    assert.equal(written(title).headline, 'Add plates', title)
  assert.equal(written('44-plates-for-guests').headline, 'Plates for guests')
  for (const title of ['Feature/windows 11 plates', 'feature/office-365-plates', 'RTX-4090 plates'])
    assert.match(written(title).headline, /11|365|4090/, title)
  for (const title of ["Resolve 'Plates'", 'WIP: Resolve "Plates"', 'Resolves "Plates"', 'Closes "Plates"']) {
    const { headline, needsWords } = written(title)
    assert.equal(headline, 'Plates', title)
    assert.ok(needsWords)
  }
  for (const title of [
    'Create plates.ts',
    'Add files via upload',
    'Initial plan',
    'Apply suggestions from code review',
    'Implement ABC-12',
  ])
    assert.ok(written(title).needsWords, title)
})

test('no scope stands before a headline', () => {
  for (const title of ['fix(portal): harden sessions', 'portal: harden sessions'])
    assert.equal(written(title).headline, 'Harden sessions')
})
