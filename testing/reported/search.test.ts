import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { mock } from 'node:test'
import pg from 'pg'
import { entryPage } from '#changelog/entries/list.ts'
import { deleteDraft, entryById, updateEntry } from '#changelog/entries/store.ts'
import { changePage } from '#changelog/page/settings.ts'
import type { Database } from '#platform/db/database.ts'
import { aChangelog } from '#testing/changelog.ts'
import { withDatabase } from '#testing/databases.ts'
import { aQueryLog } from '#testing/query-log.ts'
import { PAGE_CONTEXT, withServer, withTestServer } from '#testing/served.ts'

/** The titles of the entries that a search finds. */
async function found(db: Database, accountId: string, words: string): Promise<string[]> {
  const { entries } = await entryPage(db, { accountId, words, limit: 50 })
  return entries.map(({ entry }) => entry.title).toSorted()
}

const LONG_WORD = 'q7'.repeat(10_000)

/** Bodies of entries, each with the searches that find it. */
const FOUND: [body: string, questions: string[]][] = [
  ['Receipts show the Right currency.', ['rece', 'CURRENCY right', 'receipts', 'show the right']],
  [LONG_WORD, [LONG_WORD.slice(0, 5), LONG_WORD.slice(0, 90), LONG_WORD]],
  ['請求書を日本語で書き出せます', ['請求', '日本語', '書', 'す', '書き出']],
  ['导出报告支持中文', ['报告', '中文', '文', '支持中']],
  ['보고서를 내보낼 수 있습니다', ['보고', '고서', '내보']],
  ['ส่งออกรายงานได้แล้ว', ['รายงาน', 'ออก']],
  ['تَصْدِيرُ التقارير', ['تصدير', 'التقا']],
  ['יִצּוּא דוחות', ['יצוא', 'דוח']],
  ['Crème brûlée, ΟΔΟΣ, İstanbul, ﬁne ＡＢＣ', ['creme', 'Brûlée', 'οδοσ', 'istanbul', 'fine', 'abc']],
  [
    'Call exportCsv in side-panels.tsx (#4123)',
    ['csv', 'CSV', 'exportcsv', 'export csv', 'exportCsv()', 'panels', '#4123', '4123'],
  ],
  [
    'parseHTTPHeader2 reads iOS26 since v3.7',
    ['header', 'http header', 'parseHttp', '26', 'v3.7', '3.7', 'header2'],
  ],
  [
    "Don't lose O’Neil's node:fs C++ .env",
    ["don't", 'don’t', 'neil', 'o’neil', 'node:fs', 'fs', 'c++', '.env', 'ENV'],
  ],
  ['Celebrate with 🎉 now', ['🎉', 'celebrate 🎉']],
  [
    'Set `max_body_size` in @acme/app 2.10.3',
    ['max_body', 'body', '@acme/app', '2.10', 'size" AND', "size' & 'x OR body"],
  ],
]

withDatabase('words of any script are found in any text, by their beginnings or by any part', async db => {
  const { account, draft } = await aChangelog(db)
  const other = await aChangelog(db, 'Other')
  for (const [n, [body]] of FOUND.entries()) {
    await draft({ title: `Entry ${n}`, body })
    await other.draft({ title: `Other ${n}`, body })
  }
  for (const [n, [, questions]] of FOUND.entries())
    for (const question of questions.filter(it => !/ AND|OR /.test(it)))
      assert.ok((await found(db, account.id, question)).includes(`Entry ${n}`), `${n} ${question}`)
  for (const question of ['unheard', `${'x9'.repeat(45)}`, '"', "'", '*', '本請', '%', '\\', '\ud800'])
    assert.deepEqual(await found(db, account.id, question), [], question)
  assert.equal((await found(db, account.id, 'entry')).length, FOUND.length, 'of this account alone')
})

withDatabase('an edited text is found by its new words, and a deleted one by none', async db => {
  const { account, draft } = await aChangelog(db)
  const id = await draft({ title: 'Old words', body: 'in a body' })
  const before = await entryById(db.read, id)
  const after = await db.write(tx => updateEntry(tx, before, { ...before, title: 'New ones' }))
  assert.deepEqual(await found(db, account.id, 'old'), [])
  assert.deepEqual(await found(db, account.id, 'new body'), ['New ones'])
  await assert.rejects(
    db.write(async tx => {
      await updateEntry(tx, after, { ...after, title: 'Never stored' })
      throw new Error('The transaction ends.')
    }),
  )
  assert.deepEqual(await found(db, account.id, 'stored'), [])
  await db.write(tx => deleteDraft(tx, after))
  assert.deepEqual(await found(db, account.id, 'new'), [])
  const left = await db.read.selectFrom('search_text').select('id').where('entry_id', '=', id).execute()
  assert.deepEqual(left, [])
})

withServer(
  'one address searches a page sixty times a minute, and what was found before does not count',
  async ({ ask }, db) => {
    const { account, publish } = await aChangelog(db)
    await db.write(tx => changePage(tx, PAGE_CONTEXT, account.id, { isOn: true }))
    await publish({ title: 'Charts' })
    const search = async (words: string) => (await ask(`/c/${account.publicId}?q=${words}`)).status
    for (let n = 0; n < 60; n++) assert.equal(await search(`word${n}`), 200)
    assert.equal(await search('word60'), 429)
    assert.equal((await ask(`/c/${account.publicId}`)).status, 200)
  },
)

/** Records the statements of each connection, on both engines. */
function connectionsAsked(): { asked: Map<unknown, string[]>; stop(): void } {
  const asked = new Map<unknown, string[]>()
  const note = (connection: unknown, text: unknown) => {
    const sql = typeof text === 'string' ? text : JSON.stringify(text)
    asked.set(connection, [...(asked.get(connection) ?? []), sql])
  }
  const { prepare } = DatabaseSync.prototype
  const { query } = pg.Client.prototype
  const spies = [
    mock.method(DatabaseSync.prototype, 'prepare', function (this: DatabaseSync, text: string) {
      note(this, text)
      return prepare.call(this, text)
    }),
    mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...args: unknown[]) {
      note(this, args[0])
      return Reflect.apply(query, this, args)
    }),
  ]
  return {
    asked,
    stop() {
      for (const spy of spies) spy.mock.restore()
    },
  }
}

const ASKS_TEXTS = /search_te|lower\(.*like/

withServer(
  'searches run apart from the connections and the thread that answer everything else',
  async ({ ask }, db) => {
    const { account, publish } = await aChangelog(db)
    await db.write(tx => changePage(tx, PAGE_CONTEXT, account.id, { isOn: true }))
    await publish({ title: 'Charts', body: 'of receipts' })
    const { asked, stop } = connectionsAsked()
    const { text } = await ask(`/c/${account.publicId}?q=receipts`)
    stop()
    assert.match(text, /Charts/)
    for (const all of asked.values())
      if (all.some(sql => ASKS_TEXTS.test(sql)))
        assert.deepEqual(
          all.filter(sql => !ASKS_TEXTS.test(sql)),
          ['set default_transaction_read_only = on'],
        )
  },
)

withServer('what one search finds is rendered before the next one begins', async ({ ask }, db) => {
  const { account, publish } = await aChangelog(db)
  await db.write(tx => changePage(tx, PAGE_CONTEXT, account.id, { isOn: true }))
  for (let n = 0; n < 20; n++) await publish({ title: `Long ${n}`, body: `**${n}** words. `.repeat(1_200) })
  await publish({ title: 'Short' })
  const answered: string[] = []
  const search = async (words: string) => {
    const { status } = await ask(`/c/${account.publicId}?q=${words}`, { method: 'HEAD' })
    answered.push(`${words} ${status}`)
  }
  await Promise.all(['long', 'short'].map(search))
  assert.deepEqual(answered, ['long 200', 'short 200'])
})

withDatabase('answers to questions do not displace pages in memory', async db => {
  const { account, publish } = await aChangelog(db)
  await db.write(tx => changePage(tx, PAGE_CONTEXT, account.id, { isOn: true }))
  for (let n = 0; n < 15; n++) await publish({ title: `Entry ${n}`, body: `${n} `.repeat(9_000) })
  const log = aQueryLog()
  await withTestServer(log.over(db), async ({ ask }) => {
    const page = `/c/${account.publicId}`
    await ask(page)
    for (let n = 0; n < 50; n++) assert.equal((await ask(`${page}?q=entry${'.'.repeat(n)}`)).status, 200)
    log.take()
    assert.equal((await ask(page)).status, 200)
    assert.deepEqual(
      log.take().filter(row => row.includes('"body"')),
      [],
    )
  })
})
