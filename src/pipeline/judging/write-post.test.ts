import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Behaviour, supporting } from '#testing/language-model-server.ts'
import { aModel, modelsAt } from '#testing/model-judge.ts'
import { aWorld } from '#testing/world.ts'
import { writePost } from './write-post.ts'

const model = aModel()

const TITLE = 'Export reports as CSV'

/** The post that a model writes, whose words are proofread so. */
async function posted(proofreading: Behaviour) {
  await using world = await aWorld()
  const line = { text: TITLE, from: TITLE }
  model.server.behave(() => ({ text: JSON.stringify({ headline: line, sentences: [] }) }))
  model.server.findIn(proofreading)
  return await writePost(modelsAt({ ...model, world }), world.account.id, {
    title: TITLE,
    body: '',
    language: null,
  })
}

test('the words of a post are used where they are supported, never where they are not, and asked for again where nobody could tell', async () => {
  const contrary = JSON.stringify({ sentences: [{ sentence: 1, compared: 'as PDF', verdict: 'contrary' }] })
  assert.deepEqual((await posted(supporting))?.words, { lead: TITLE, sentences: [] })
  assert.equal((await posted(() => ({ text: contrary })))?.words, null)
  assert.equal(await posted(() => (_, response) => void response.writeHead(401).end('{}')), null)
})
