import assert from 'node:assert/strict'
import { createJudge } from '#app/judging.ts'
import { standingDecisions } from '#judgement/classification/decisions.ts'
import { importMerges } from '#pipeline/ingest/import.ts'
import { MONTH_MS } from '#pulls/past.ts'
import { aMemberWithRole } from '#testing/colleagues.ts'
import type { Json } from '#testing/http.ts'
import { titleIn, wordsFrom } from '#testing/language-model-answers.ts'
import { newWriterStories, OFFLINE, REWORDED, reworded } from '#testing/new-writer.ts'
import { aPull, streamOf } from '#testing/pulls.ts'
import { passagesOf } from '#writing/pitches.ts'

const story = newWriterStories()

story('drafts from before the writer are reworded, and one undo takes all of it back', async writer => {
  const { it, ann, path, shown, start, titles, draft, edit, undo } = writer
  await edit('Add a calendar', 'Plan your week')
  const expected = { drafts: 4, seconds: 5, tokens: 14_000, cost: null, left: null }
  assert.deepEqual((await shown()).offer, expected)
  it.clock.advance(1_000)
  assert.equal((await start()).status, 200)
  assert.equal((await shown()).last.state, 'running')
  assert.equal((await start()).status, 409)
  await it.settle()

  assert.deepEqual(await titles(), REWORDED.with(3, 'Plan your week'))
  const { last, offer } = await shown()
  assert.deepEqual([last.state, last.drafts, last.reworded, last.left, offer], ['done', 4, 4, 0, null])
  const dark = await draft('Choose dark mode')
  assert.equal(dark.touched, false, 'they are words of the machine, which later changes may replace')
  const passages = () => passagesOf(it.service.db.read, dark.primaryPullRequestId ?? '')
  assert.equal((await passages()).length, 1)
  const { json: log } = await ann.get(`${path}/activity`)
  const told = log.activity.find(({ action }: Json) => action === 'drafts reworded')
  assert.deepEqual([told.after, told.actorName === null], [{ name: '4 drafts' }, false])

  assert.deepEqual(await undo(), ['undone', 'undone', 'undone', 'undone'])
  assert.deepEqual(await titles(), OFFLINE.with(3, 'Plan your week'))
  assert.deepEqual(await passages(), [])
  assert.equal((await shown()).offer.drafts, 4, 'they can be reworded again')
})

story('what somebody changed since stays when the rewording is undone', async writer => {
  const { it, start, titles, edit, undo } = writer
  it.clock.advance(1_000)
  await start()
  await it.settle()
  await edit('Choose dark mode', 'Easy on the eyes', await aMemberWithRole(it, 'writer'))
  assert.deepEqual((await undo()).toSorted(), ['kept', 'undone', 'undone', 'undone', 'undone'])
  assert.deepEqual(await titles(), OFFLINE.with(0, 'Easy on the eyes'))
})

story('a draft that is edited while its words are written keeps those of the person', async writer => {
  const { it, models, shown, start, titles, edit } = writer
  const [asked, edited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  models.behave(async question => {
    if (titleIn(question.prompt).includes('dark')) {
      asked.resolve()
      await edited.promise
    }
    return reworded(question)
  })
  await start()
  const settled = it.settle()
  await asked.promise
  await edit('Add dark mode', 'Easy on the eyes')
  edited.resolve()
  await settled
  assert.deepEqual(await titles(), REWORDED.with(0, 'Easy on the eyes'))
  const { last } = await shown()
  assert.deepEqual([last.state, last.reworded, last.changed, last.examples], ['done', 4, 1, []])
})

story('words that cannot be used leave a draft as it was, and are not asked for again', async writer => {
  const { it, models, shown, start, titles } = writer
  models.behave(question => {
    const title = titleIn(question.prompt)
    const wrong = wordsFrom({ headline: 'Zorblax exports files', body: '' }, title)
    return title.includes('CSV') ? { text: JSON.stringify(wrong) } : reworded(question)
  })
  await start()
  await it.settle()
  assert.deepEqual(await titles(), REWORDED.with(1, 'Add CSV export'))
  const { last, offer } = await shown()
  assert.deepEqual([last.state, last.kept, offer], ['done', 1, null])
  assert.equal(last.examples[0].title, 'Add CSV export')
  assert.match(last.examples[0].why, /^The writer's words name "Zorblax".*\.$/)
})

story('a draft that the writer had no words for when it was merged is not offered', async writer => {
  const { it, models, shown, titles } = writer
  const { db, clock, ids, modelOf } = it.service
  const { drafts } = (await shown()).offer
  models.behave(question => {
    const words = wordsFrom({ headline: 'Fonts', body: '' }, titleIn(question.prompt))
    return { text: JSON.stringify({ ...words, tellable: 'too little is said' }) }
  })
  const judge = await createJudge({ db, clock, ids, modelOf })
  const merged = { number: 21, title: 'feat: add fonts', mergedAt: clock.now(), mergeCommit: null }
  const action = { clock, ids, actor: 'code host', effects: [] }
  await importMerges({ db, action, judge }, it.account, streamOf([aPull(merged)]), { past: 'drafts' })
  assert.deepEqual((await titles()).at(-1), 'Add fonts')
  assert.equal((await shown()).offer.drafts, drafts)
})

story('what the writer doubts is a question to a person, with its reason', async writer => {
  const { it, models, start, titles, draft } = writer
  models.behave(question => {
    const title = titleIn(question.prompt)
    if (!title.includes('CSV')) return reworded(question)
    const why = 'Only the tests export.'
    const words = { ...wordsFrom({ headline: 'Exports', body: '' }, title), why }
    return { text: JSON.stringify({ ...words, tellable: 'nothing that customers notice' }) }
  })
  await start()
  await it.settle()
  assert.deepEqual(await titles(), REWORDED.with(1, 'Add CSV export'))
  const id = (await draft('Add CSV export')).primaryPullRequestId ?? ''
  const { classification } = (await standingDecisions(it.service.db.read, [id])).get(id) ?? assert.fail()
  assert.equal(classification.confidence, 'low')
  assert.equal(classification.reason, 'The writer doubts that customers notice it: Only the tests export.')
})

story('of the past the writer words what is proposed and nothing else', async writer => {
  const { it, ann, path, models, titles } = writer
  const { db } = it.service
  const { merged_at: first } = await db.read
    .selectFrom('pull_request')
    .select('merged_at')
    .orderBy('merged_at')
    .executeTakeFirstOrThrow()
  const longAgo = { merged_at: first - MONTH_MS - 86_400_000 }
  await db.write(tx =>
    tx.updateTable('pull_request').set(longAgo).where('title', '=', 'feat: add dark mode').execute(),
  )
  await ann.post(`${path}/actions/import.past`, { past: 'history' })
  assert.deepEqual(await titles(), [])
  it.clock.advance(1_000)
  await ann.post(`${path}/actions/import.past`, { past: 'month' })
  await it.settle()
  assert.deepEqual(await titles(), REWORDED.slice(1))
  assert.deepEqual(
    [models.asked.length, models.asked.some(({ prompt }) => /dark mode/.test(prompt))],
    [4, false],
  )
})

story('the undo of other words brings back what the words before rest on', async writer => {
  const { it, models, ann, path, start, draft, undo } = writer
  await start()
  await it.settle()
  const { id, version, primaryPullRequestId } = await draft('Choose dark mode')
  const passages = () => passagesOf(it.service.db.read, primaryPullRequestId ?? '')
  const before = await passages()
  assert.equal(before[0]?.sentence, 'Choose dark mode')
  models.behave(({ prompt }) => {
    const {
      tellable: _,
      why: _why,
      ...words
    } = wordsFrom({ headline: 'Dark mode', body: '' }, titleIn(prompt))
    return { text: JSON.stringify({ shorter: words, plainer: words, story: words }) }
  })
  const { json: proposed } = await ann.post(`${path}/actions/entry.vary`, { id, seen: version })
  const { variant, title, body } = proposed.proposals[0]
  it.clock.advance(1_000)
  const chosen = { id, seen: version, variant, title, body }
  const taken = await ann.post(`${path}/actions/entry.take-variant`, chosen)
  assert.equal(taken.json.entry.title, 'Dark mode')
  assert.equal((await passages())[0]?.sentence, 'Dark mode')
  assert.deepEqual(await undo(), ['undone'])
  assert.equal((await draft('Choose dark mode')).touched, false)
  assert.deepEqual(await passages(), before)
})

story(
  'a new group is worded as a whole, and two undos bring its words and then its drafts back',
  async writer => {
    const { it, ann, path, models, titles, draft, undo } = writer
    const grouped = [await draft('Add CSV export'), await draft('Add PDF invoices')]
    const group = await ann.post(`${path}/actions/entry.group`, { ids: grouped.map(({ id }) => id) })
    const { id, version: seen, title } = group.json
    assert.equal(title, 'Add CSV export')
    it.clock.advance(1_000)
    const { json } = await ann.post(`${path}/actions/entry.regenerate`, { id, seen, take: true })
    assert.equal(json.entry.title, 'Choose CSV export')
    assert.equal(json.entry.body, '', 'no list of its members follows the joint words')
    assert.match(models.asked.at(-1)?.prompt ?? '', /Also: feat: add PDF invoices/)
    assert.deepEqual(await undo(), ['undone'])
    assert.equal((await ann.get(`${path}/entries/${id}`)).json.entry.title, title)
    assert.deepEqual(await undo(), ['undone', 'undone'])
    assert.deepEqual(
      (await titles()).filter(one => !OFFLINE.includes(one)),
      [],
    )
  },
)
