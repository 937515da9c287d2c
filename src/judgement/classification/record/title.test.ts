import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTitle, type TitleParts } from './title.ts'

const TITLES: [string, Partial<TitleParts>][] = [
  [
    'feat(api)!: drop the first version',
    { type: 'feat', scope: 'api', breaking: true, text: 'drop the first version' },
  ],
  ['fix: keep the caret in place', { type: 'fix', scope: null, breaking: false, form: 'conventional' }],
  ['Fix(UI): keep the caret', { type: 'fix', scope: 'ui', form: 'conventional' }],
  ['feat (ai): stream tool calls', { type: 'feat', scope: 'ai' }],
  ['fix[core]: close the socket', { type: 'fix', scope: 'core' }],
  ['bugfix/ACME-12: totals', { type: 'bugfix', scope: 'acme-12', text: 'totals' }],
  ['Bug fix: totals of refunds', { type: 'bug-fix', text: 'totals of refunds' }],
  ['FEATURE: Pin messages', { type: 'feature', form: 'capitals', text: 'Pin messages' }],
  ['FIX: Dates in Safari', { type: 'fix', form: 'capitals' }],
  ['DEV: Run specs in parallel', { type: 'dev', form: 'capitals' }],
  ['UX/COPY: Shorten the hint', { type: 'ux', scope: 'copy', form: 'capitals' }],
  ['[Feature] Dark theme', { type: 'feature', form: 'brackets', text: 'Dark theme' }],
  ['[bugfix][router] Match empty paths', { type: 'bugfix', scope: 'router', text: 'Match empty paths' }],
  ['[core] fix: match empty paths', { type: 'fix', scope: 'core', text: 'match empty paths' }],
  ['[ACME-7][SQL] Push filters down', { type: null, scope: 'acme-7', text: 'Push filters down' }],
  ['ACME-7: chore: tidy', { type: 'chore', scope: null, text: 'tidy' }],
  ['ACME-7 Add pins', { type: null, scope: null, text: 'Add pins' }],
  ['FIX-7: totals of refunds', { type: 'fix', text: 'totals of refunds' }],
  ['ENG-7: Pin messages', { type: null, text: 'Pin messages' }],
  ['[DEV-7] Pin messages', { type: null }],
  ['feat!(api): drop the first version', { type: 'feat', scope: 'api', breaking: true }],
  ['SHA-256: faster hashes', { type: null, scope: 'sha-256' }],
  ['(chore) tidy', { type: 'chore', text: 'tidy' }],
  ['✨ Add a quiet mode', { type: 'feature', form: 'emoji', text: 'Add a quiet mode' }],
  ['🐛 fix(core): no more panics', { type: 'fix', form: 'conventional', scope: 'core' }],
  [':zap: Start faster', { type: 'perf', form: 'emoji' }],
  ['💥 New file format', { type: 'breaking', breaking: true }],
  ['🍕 Lunch', { type: null, text: 'Lunch' }],
  ['cli: add a flag', { type: null, scope: 'cli', text: 'add a flag' }],
  ['docker: smaller image', { type: null, scope: 'docker', text: 'smaller image' }],
  ['Revert "feat(ui): add a menu" (#12)', { type: 'feat', scope: 'ui', revert: true, text: 'add a menu' }],
  ['revert: fix: keep the caret', { type: 'fix', revert: true, text: 'keep the caret' }],
  ['Note to self: it works', { type: null, scope: null, text: 'Note to self: it works' }],
  ['http://example.com is down', { type: null }],
  ['[CI]', { type: null, text: '[CI]' }],
  ['', { type: null, text: '' }],
  ['WIP: Add pins', { type: null, text: 'Add pins' }],
  ['[WIP] fix(core): keep the caret', { type: 'fix', scope: 'core' }],
  ['🚧 Draft: Add pins', { type: null, text: 'Add pins' }],
  ['Wipe the cache', { text: 'Wipe the cache' }],
  ['Hm zllvmovszxmqqwlv', { type: null, text: '' }],
  ['ann/gh-zllvmovszxmqqwlv', { text: '' }],
  ['ann-patch-3', { text: '' }],
  ['4f2a9c1', { text: '' }],
  ['fix-memory-leak', { text: 'fix-memory-leak' }],
]

for (const [title, expected] of TITLES)
  test(`the title “${title}” is parsed`, () => {
    const parts = readTitle(title)
    for (const [key, value] of Object.entries(expected))
      assert.equal(parts[key as keyof TitleParts], value, key)
  })
