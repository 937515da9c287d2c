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

test('what users can do is said to the reader, unless “you” would be somebody else', () => {
  const told = (body: string) => entry('feat: exports for profiles', body).body
  assert.equal(
    told('Users can now change their avatar in settings. The user can also sort the export by any column.'),
    'You can now change your avatar in settings. You can also sort the export by any column.',
  )
  assert.equal(told('Users are now able to sort rows of the export.'), 'You can now sort rows of the export.')
  assert.equal(
    told('- Users can sort all rows\n- Customers can now print them'),
    '- You can sort all rows\n- Customers can now print them',
  )
  for (const other of [
    'Users can now see who found your profile.',
    'Users can now hide rows that they never use.',
    'Customers can now pay by card.',
  ])
    assert.equal(told(other), other)
  assert.equal(entry('Users can now reset their password').headline, 'You can now reset your password')
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

test('what is in the way is never told as what is so now', () => {
  assert.equal(
    entry(
      'Hide the cursor in the password prompt',
      'The cursor is a security concern, because it reveals the length of a password.',
    ).body,
    '',
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

test('how it was is told only where the first sentence says it whole', () => {
  const told = (body: string) => entry('fix: let guests see the room list', body).body
  assert.equal(
    told('The room menu had one row for all of the rooms.'),
    'Until now, the room menu had one row for all of the rooms.',
  )
  assert.equal(
    told(
      'The room list gated its rows on `rooms:edit`, so a guest of the house saw "Forbidden" even though guests may read.',
    ),
    'Fixes an issue where a guest of the house saw "Forbidden".',
  )
  assert.equal(told('Reads the list once. Sorting of rooms left untouched.'), '')
})

test('what is so currently is not told as new', () => {
  const { body } = entry(
    'feat(ledger): accept other currencies',
    'The importer runs a check before it reads invoices. This creates the ledger in the default currency, which currently is the euro.',
  )
  assert.equal(body, '')
})

test('a sentence that refers to what is not told is left out', () => {
  const told = (body: string) => entry('fix: a crash when a room closes', body).body
  assert.equal(told('The hook misses an event. Leaving a room then resolved no seat and crashed.'), '')
  assert.equal(told('Pages were casting those names as numbers and failed to open.'), '')
  assert.equal(told('The room cap failed the whole transfer.'), '')
  assert.equal(
    entry(
      'Show guests when selecting a room that they moved out of',
      'Selecting the room would show them as missing. Fix this to keep showing them. The same applies to the guest list when looking for a room, and when opening the floor list.',
    ).body,
    'Until now, selecting the room would show them as missing.',
  )
  assert.equal(
    entry(
      'Keep showing rooms whose guests have left',
      'When several guests leave, signing one out makes the room vanish from the list.\n\nSo remember which rooms had guests.\n\nThe consequence is that the next room is no longer selected.',
    ).body,
    'Fixes an issue where, when several guests leave, signing one out makes the room vanish from the list.',
  )
})

test('a sentence about a part of the code is left out', () => {
  const told = (body: string) => entry('feat: room limits', body).body
  assert.equal(told('RoomService.create now accepts an optional client.'), '')
  assert.equal(told('The hook now returns a stable list of rooms.'), '')
})

test('what a later commit of a squashed merge takes back is not told', () => {
  const body = [
    '* feat: a toolbar for the reader',
    'Add a row of buttons that hides on scroll.',
    '- Show the title in the toolbar\n- Open the toolbar from the account page',
    '* review feedback',
    '* go back to the plain account page',
  ].join('\n\n')
  const { body: told } = entry('feat: a toolbar for the reader', body)
  assert.match(told, /buttons that hides on scroll/)
  assert.doesNotMatch(told, /account/)
  const split = `${body}\n\n* chore: remove hides on scroll and buttons`
  assert.doesNotMatch(entry('feat: a toolbar for the reader', split).body, /scroll/)
})

test('a fix that tells an event waits for a person, since it may be the fault', () => {
  assert.ok(entry('fix: Guest list opens when a room has a draft').needsWords)
  assert.equal(entry('fix: Guest list now opens when a room has a draft').needsWords, undefined)
})

test('a sentence with names of the code is no body by itself', () => {
  const told = (body: string, title = 'feat: room limits') => entry(title, body).body
  assert.equal(told('Adds a download of rooms through `exportRoomRows()`.'), '')
  assert.equal(told('Removes the old rooms, where PAST_ROOM_LIMIT ends them.'), '')
  assert.equal(
    told('Adds a download of each page through `exportRooms()` at once.', 'feat: exportRooms() for rooms'),
    'Adds a download of each page through `exportRooms()` at once.',
  )
  assert.equal(
    told('Adds a roomOrigin column to the log, so the history can show who moved a room.'),
    'The history can now show who moved a room.',
  )
  assert.equal(
    told('Adds a limit of 20 guests for each room. Wire `RoomList` to it in `limits.ts`.'),
    'Adds a limit of 20 guests for each room.',
  )
})

test('a body begins with nothing that stands for what it does not say', () => {
  const told = (body: string) => entry('feat: print a room list', body).body
  assert.equal(told('These flags used to be for owners alone.'), '')
  assert.equal(
    told('It allows for longer names on each printed page.'),
    'Allows for longer names on each printed page.',
  )
  assert.equal(
    told('This improves the paper format for guests in a hurry.'),
    'Improves the paper format for guests in a hurry.',
  )
})

test('a fix may open with how it was, and goes on with how it is', () => {
  const told = (body: string) => entry('fix: share fewer names with guests', body).body
  assert.equal(
    told(
      'The preview of a link included the name of its last editor. It is now shown to owners alone in their settings.',
    ),
    'Until now, the preview of a link included the name of its last editor. It is now shown to owners alone in their settings.',
  )
  assert.equal(
    told('Empty fields currently show a raw list of messages to guests.'),
    'Fixes an issue where empty fields show a raw list of messages to guests.',
  )
  assert.equal(told('When sharing a room, remove every name that guests have no use for.'), '')
})

test('what is so now comes before how it was', () => {
  assert.equal(
    entry(
      'feat: longer room names',
      'Previously names were cut after 20 characters. Owners can now choose names of up to 80 characters.',
    ).body,
    'Owners can now choose names of up to 80 characters. Until now, names were cut after 20 characters.',
  )
})

test('“Added …” becomes “Adds …” where no later verb follows it', () => {
  const told = (body: string) => entry('feat: quiet hours', body).body
  assert.equal(
    told('I have added a switch that mutes mails at night.'),
    'Adds a switch that mutes mails at night.',
  )
  assert.equal(
    told('Added a switch for nights, and moved sounds below it.'),
    'Added a switch for nights, and moved sounds below it.',
  )
  assert.equal(
    told('Resolved quiet hours now come back in the zone of the guest.'),
    'Resolved quiet hours now come back in the zone of the guest.',
  )
})
