import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPull } from '#testing/pulls.ts'
import { offlineWriter } from './writers/offline.ts'

const entry = (title: string, body = '') => offlineWriter.write(aPull({ title, body }))

test('a vague title is replaced by what people can do now, and the setting is named', () => {
  const { headline, body } = entry(
    'feat(panels): make side panels configurable',
    'Users can now reorder panels, hide those they do not need, and group several under one tab. Set `gui.sidePanels` to choose.',
  )
  assert.equal(headline, 'Reorder panels, hide those they do not need, and group several under one tab')
  assert.equal(body, 'Set `gui.sidePanels` to choose.')
})

test('a problem in the title becomes “no longer”, with how it was before', () => {
  const { headline, body, needsWords } = entry(
    'fix: signing mail renders blank for branded accounts',
    'Previously the template lost its text when a logo was set, so mails would arrive blank.\n\n## Test plan\n\nSent one.',
  )
  assert.equal(headline, 'Signing mail no longer renders blank for branded accounts')
  assert.equal(
    body,
    'Until now, the template lost its text when a logo was set, so mails would arrive blank.',
  )
  assert.equal(needsWords, undefined)
})

test('a breaking change keeps its steps as a list', () => {
  const { headline, body } = entry(
    'feat!: require framework 7',
    'BREAKING CHANGE: Browsers from before 2023 are no longer supported.\n\n## Upgrade\n\n- Run `npx upgrade`\n- Rename `x` to `y`',
  )
  assert.equal(headline, 'Require framework 7')
  assert.equal(
    body,
    'Browsers from before 2023 are no longer supported.\n\nTo upgrade:\n\n- Run `npx upgrade`.\n- Rename `x` to `y`.',
  )
})

test('an empty title is replaced by the first item of the list in the description', () => {
  assert.equal(
    entry('chore: some UI polish', '- Spinner in the status bar\n- Clearer section headings').headline,
    'Spinner in the status bar',
  )
})

test('copy that is too technical or too vague waits for a person', () => {
  assert.ok(entry('refactor handleInitialsFieldClick to return a promise').needsWords)
  assert.ok(entry('fix: race in refresh').needsWords)
})

test('the body says how it was before and what people can do instead', () => {
  const { headline, body } = entry(
    'Disable staging all files when there are none to stage',
    'Pressing `a` in the files panel would show a confusing message about submodules. Fix this by showing that there are no files to stage.\n\nFixes #5929.',
  )
  assert.equal(headline, 'Disable staging all files when there are none to stage')
  assert.match(
    body,
    /^Until now, pressing `a` in the files panel would show a confusing message about submodules\./,
  )
})

test('a list of features stays a list, without the items for colleagues', () => {
  const { body } = entry(
    'feat: clearer boards',
    'Boards are easier to read.\n\n- Cards show who moved them last\n- A new filter by label\n- Refactor the reducer\n\n## Test plan\n\n- Open the board',
  )
  assert.match(body, /- Cards show who moved them last\n- A new filter by label$/)
})

test('what was in the way is told as the reason, never as what is so now', () => {
  assert.equal(
    entry(
      'Hide the cursor in the password prompt',
      'The cursor is a security concern, because it reveals the length of a password.',
    ).body,
    'The reason: the cursor is a security concern, because it reveals the length of a password.',
  )
  assert.equal(
    entry('perf: narrow the lookup of boards', 'The lookup of boards reads every card of a board.').body,
    '',
  )
  assert.equal(
    entry(
      'fix: show errors for templates',
      'Templates can be created.\n\nThis means that a document will ultimately fail.',
    ).body,
    '',
  )
})

test('a sentence ends before what is for colleagues, unless that is a condition', () => {
  const told = (body: string) => entry('feat: export of boards', body).body
  assert.equal(
    told('Adds a download of all cards as CSV, because we had many questions about it.'),
    'Adds a download of all cards as CSV.',
  )
  assert.equal(told('Start asking for a reason when our feature flag is on.'), '')
  assert.equal(told('When a download fails due to our timeout, guests now see a notice.'), '')
})
