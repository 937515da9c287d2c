import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { keepComment, markOf } from '#pipeline/reviewing/keep-comment.ts'
import { systemClock } from '#platform/clock.ts'
import { openOutbound } from '#platform/http/guarded-client.ts'
import { HostBusy, HostFailure } from '#pulls/hosts/host-failure.ts'
import { CODE_HOSTS, type CodeHostName, HOSTS } from '#pulls/hosts/hosts.ts'
import type { PullConversation } from '#pulls/hosts/pull-conversation.ts'
import { Comments, SELF } from '#testing/code-host-server/history.ts'
import { isWrite } from '#testing/code-host-server/protocol.ts'
import { aSample, SAMPLE } from '#testing/code-host-server/sample.ts'
import { importedAs } from '#testing/code-host-server/scene.ts'
import {
  type CodeHostServer,
  faults,
  PROTOCOLS,
  startCodeHostServer,
} from '#testing/code-host-server/server.ts'
import { Killed, killedAt } from '#testing/killed-conversation.ts'

const NUMBER = 6
const KEY = 'a key'

let sample: Awaited<ReturnType<typeof aSample>>
let server: CodeHostServer
before(async () => {
  sample = await aSample()
  server = await startCodeHostServer(sample.history, SAMPLE)
})
after(async () => {
  await server.close()
  sample[Symbol.dispose]()
})
beforeEach(() => {
  sample.history.comments = new Comments()
  server.standing.mayComment = true
  server.misbehave(() => null)
})

async function open(name: CodeHostName): Promise<PullConversation> {
  const apiUrl = server.apiUrls[name]
  const limits = { timeoutMs: 60_000, idleMs: 60_000, maxBytes: 50_000_000 }
  const { fetch } = openOutbound({ allow: [new URL(apiUrl).host], ...limits })
  const retryTiming = { longestWaitMs: 1_500, secondMs: 4 }
  return (await HOSTS[name].conversation())({
    apiUrl,
    token: async () => server.token,
    fetch,
    clock: systemClock,
    retryTiming,
  })
}

const keep = (
  host: PullConversation,
  text: string,
  mayCreate = true,
  keys: readonly [string, ...string[]] = [KEY],
) => keepComment(host, { place: { host: host.host, repo: SAMPLE, number: NUMBER }, keys, text, mayCreate })

const marked = (host: PullConversation, text: string, key = KEY) =>
  markOf({ host: host.host, repo: SAMPLE, number: NUMBER }, key) + text

/** The comments of the app, the oldest first, without the marks. */
const said = () =>
  sample.history.comments
    .on(NUMBER)
    .filter(({ author }) => author === SELF)
    .map(({ body }) => body.replace(/^.*\n\n/, ''))

for (const name of CODE_HOSTS) {
  test(`${name}: an open pull request is read as the record that its merge would be`, async () => {
    const host = await open(name)
    for (const number of [1, 2]) {
      const imported = importedAs(name, sample.history, server).find(pull => pull.number === number)
      sample.history.touch(number, { isOpen: true, isDraft: number === 2, isLocked: number === 2 })
      const updatedAt = sample.history.pull(number)?.updatedAt
      const found = await host.proposedPull(SAMPLE, number)
      const { lacks = [] } = PROTOCOLS[name]
      assert.deepEqual(found, {
        pull: {
          ...{ ...imported, mergedAt: updatedAt },
          ...(!lacks.includes('update times') && { changedAt: updatedAt }),
        },
        isOpen: true,
        isDraft: number === 2,
        isLocked: number === 2 && !lacks.includes('locks'),
      })
      sample.history.touch(number, { isOpen: false, isDraft: false, isLocked: false })
    }
    assert.equal((await host.proposedPull(SAMPLE, NUMBER))?.isOpen, false)
    assert.equal(await host.proposedPull(SAMPLE, 7_777), null)
    await assert.rejects(
      host.proposedPull('acme/other', 1),
      (error: unknown) => error instanceof HostFailure && error.reason === 'gone',
    )
  })

  test(`${name}: a comment is written once, brought up to date in place, and then left as it is`, async () => {
    const host = await open(name)
    assert.equal(await keep(host, 'What can people do now?', false), 'absent')
    assert.equal(await keep(host, 'What can people do now?'), 'created')
    assert.equal(await keep(host, 'Nothing is asked any more.', false), 'updated')
    assert.equal(await keep(host, 'Nothing is asked any more.'), 'unchanged')
    assert.deepEqual(said(), ['Nothing is asked any more.'])
  })

  test(`${name}: two runs at once leave one comment`, async () => {
    const hosts = await Promise.all(Array.from({ length: 4 }, () => open(name)))
    await Promise.all(hosts.map(host => keep(host, 'What can people do now?')))
    assert.deepEqual(said(), ['What can people do now?'])
  })

  test(`${name}: killed at any step, the next run leaves one comment`, async () => {
    const host = await open(name)
    for (const text of ['Created', 'Brought up to date'])
      for (const when of ['before', 'after'] as const)
        for (let step = 1; step <= 5; step++) {
          if (text === 'Created') sample.history.comments = new Comments()
          await keep(killedAt(host, step, when), `${text} ${step}`).catch(error =>
            assert.ok(error instanceof Killed),
          )
          await keep(host, text)
          assert.deepEqual(said(), [text], `${when} step ${step}`)
        }
  })

  test(`${name}: the comment is found among hundreds`, async () => {
    const host = await open(name)
    for (let at = 0; at < 130; at++) sample.history.comments.write(NUMBER, `Looks good ${at}`, 'ann')
    await keep(host, 'What can people do now?')
    for (let at = 0; at < 130; at++) sample.history.comments.write(NUMBER, `Still good ${at}`, 'ann')
    assert.equal(await keep(host, 'Nothing is asked any more.'), 'updated')
    assert.deepEqual(said(), ['Nothing is asked any more.'])
  })

  test(`${name}: nobody else's comment passes for ours`, async () => {
    const host = await open(name)
    const { comments } = sample.history
    const others = [
      comments.write(NUMBER, marked(host, 'by somebody else'), 'ann'),
      comments.write(NUMBER, `Ann wrote:\n${marked(host, 'quoted by another program of ours')}`),
      comments.write(NUMBER, marked(host, 'signed with another key', 'guessed')),
      comments.write(
        NUMBER,
        `${markOf({ host: host.host, repo: SAMPLE, number: 5 }, KEY)}of another pull request`,
      ),
    ]
    const before = others.map(({ body }) => body)
    assert.equal(await keep(host, 'What can people do now?'), 'created')
    assert.equal(await keep(host, 'Nothing is asked any more.'), 'updated')
    assert.deepEqual(
      others.map(({ body }) => body),
      before,
    )
    assert.equal(comments.all.length, 5)
  })

  test(`${name}: a comment from before the key changed is ours while the old key is known, and gets a new mark`, async () => {
    const host = await open(name)
    await keep(host, 'What can people do now?')
    assert.equal(await keep(host, 'What can people do now?', false, ['new', KEY]), 'updated')
    assert.equal(await keep(host, 'What can people do now?', false, ['new']), 'unchanged')
    assert.equal(await keep(host, 'What can people do now?', false, ['newer']), 'absent')
    assert.deepEqual(said(), ['What can people do now?'])
  })

  test(`${name}: a comment that is deleted while it is brought up to date is not written again`, async () => {
    const host = await open(name)
    await keep(host, 'What can people do now?')
    server.misbehave((_, { method }) => {
      if (method === 'PATCH' || method === 'PUT') sample.history.comments.delete(1)
      return null
    })
    assert.equal(await keep(host, 'Nothing is asked any more.'), 'absent')
    assert.equal(await keep(host, 'Nothing is asked any more.', false), 'absent')
    assert.deepEqual(said(), [])
  })

  test(`${name}: without permission, at a limit and with the host down nothing is written`, async () => {
    const host = await open(name)
    server.standing.mayComment = false
    await assert.rejects(
      keep(host, 'Anything?'),
      (error: unknown) => error instanceof HostFailure && error.reason === 'unauthorized',
    )
    server.standing.mayComment = true
    server.misbehave((_, asked) => (isWrite(asked) ? faults.tooMany(600) : null))
    await assert.rejects(keep(host, 'Anything?'), (error: unknown) => error instanceof HostBusy)
    server.misbehave(() => faults.broken)
    await assert.rejects(
      keep(host, 'Anything?'),
      (error: unknown) => error instanceof HostFailure && error.reason === 'temporary',
    )
    assert.deepEqual(said(), [])
  })

  test(`${name}: a comment whose answer was lost is looked up, not written twice`, async () => {
    const host = await open(name)
    server.misbehave((_, asked) =>
      isWrite(asked) && asked.body.includes('tidings-review') ? { kind: 'break off' } : null,
    )
    assert.equal(await keep(host, 'What can people do now?'), 'created')
    assert.deepEqual(said(), ['What can people do now?'])
  })
}
