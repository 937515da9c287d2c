import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EditorAction, type EditorState, edited, isDirty, opened } from './editor-state.ts'

const STORED = { title: 'Export reports', body: 'As CSV.', version: 1 }
const after = (state: EditorState, ...actions: EditorAction[]): EditorState => actions.reduce(edited, state)
const editing = (...actions: EditorAction[]): EditorState => after(opened(STORED, null), ...actions)
const typed = (part: { title?: string; body?: string }): EditorAction => ({ type: 'typed', part })

test('what is typed while a change is on its way is still to be saved', () => {
  const sent = { title: 'Export all reports', body: 'As CSV.' }
  const state = editing(
    typed({ title: 'Export all reports' }),
    { type: 'sent' },
    typed({ body: 'As CSV or PDF.' }),
    { type: 'stored', entry: { ...sent, version: 2 }, sent },
  )
  assert.deepEqual(state.words, { title: 'Export all reports', body: 'As CSV or PDF.' })
  assert.deepEqual([state.base.version, state.saving, isDirty(state)], [2, 'saved', true])
})

test('words that the server stored trimmed do not move under the person who types', () => {
  const sent = { title: 'Export reports ', body: 'As CSV.' }
  const state = editing(
    typed({ title: 'Export reports ' }),
    { type: 'sent' },
    { type: 'stored', entry: { ...STORED, version: 2 }, sent },
  )
  assert.deepEqual([state.words.title, isDirty(state)], ['Export reports ', false])
})

test('a newer version is adopted while nothing is typed, and waits while something is', () => {
  const entry = { ...STORED, title: 'Download reports', version: 2 }
  assert.equal(editing({ type: 'arrived', entry }).words.title, 'Download reports')
  const busy = editing(typed({ body: 'As PDF.' }), { type: 'arrived', entry })
  assert.deepEqual([busy.words.title, busy.base.version], ['Export reports', 1])
})

test('a change of the kind leaves what is typed to be saved from the newer version', () => {
  const entry = { ...STORED, version: 2 }
  const state = editing(typed({ body: 'As PDF.' }), { type: 'sent' }, { type: 'stored', entry, sent: null })
  assert.deepEqual([state.words.body, state.base.version, isDirty(state)], ['As PDF.', 2, true])
})

test('two people who changed different fields both keep theirs', () => {
  const entry = { ...STORED, title: 'Download reports', version: 2 }
  const state = editing(typed({ body: 'As PDF.' }), { type: 'sent' }, { type: 'joined', entry })
  assert.deepEqual(state.words, { title: 'Download reports', body: 'As PDF.' })
})

const THEIRS = { title: 'Export reports', body: 'As a spreadsheet.', version: 2 }
const inConflict = () =>
  editing(
    typed({ title: 'Export all reports', body: 'As PDF.' }),
    { type: 'sent' },
    { type: 'conflicted', entry: THEIRS },
  )

test('a conflict is saved from the other version with what was chosen', () => {
  const words = { title: 'Export all reports', body: 'As a spreadsheet or PDF.' }
  const state = after(inConflict(), { type: 'chosen', words }, { type: 'sent' })
  assert.deepEqual([state.words, state.base.version, state.theirs], [words, 2, THEIRS])
  const saved = after(state, { type: 'stored', entry: { ...words, version: 3 }, sent: words })
  assert.deepEqual([saved.saving, saved.theirs, isDirty(saved)], ['saved', null, false])
})

test('who keeps the saved version of a conflict keeps what they typed elsewhere', () => {
  const state = after(inConflict(), { type: 'discarded', entry: THEIRS })
  assert.deepEqual(state.words, { title: 'Export all reports', body: 'As a spreadsheet.' })
  assert.deepEqual([state.saving, state.theirs, isDirty(state)], ['saved', null, true])
})

test('a change that failed is sent again by typing on, or when the server can be reached', () => {
  const failed = editing(
    typed({ body: 'As PDF.' }),
    { type: 'sent' },
    { type: 'failed', error: new Error('gone') },
  )
  assert.equal(failed.saving, 'failed')
  assert.equal(after(failed, typed({ body: 'As a PDF.' })).saving, 'saved')
  assert.equal(after(failed, { type: 'retried' }).saving, 'saved')
  assert.equal(after(inConflict(), { type: 'retried' }).saving, 'conflict')
})

test('words that were kept in the browser are edited on from the version that they began with', () => {
  const state = opened({ ...STORED, version: 4 }, { title: 'Export reports', body: 'As PDF.', base: STORED })
  assert.deepEqual([state.words.body, state.base.version, isDirty(state)], ['As PDF.', 1, true])
})
