import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networks } from '#app/registry.ts'
import { littleText } from '#social/networks/linkedin.ts'
import { weighText } from '#social/networks/x/weighted-text.ts'
import { proposeText, unlinked } from '#social/texts/proposal.ts'

const entry = {
  title: 'Add the `@bake` macro, and install it from `@acme/oven`',
  body: 'You can use `@bake` and `#[derive(Cake)]` in `oven.sh`. Run setup.sh from @acme/tools at #123.',
}
const LINK = 'https://acme.example/oven.sh'

for (const [name, open] of Object.entries(networks))
  test(`code and packages are no mention, hashtag or link on ${name}, and the words stay`, async () => {
    const network = await open()
    const limits = network.usualLimits
    const text = await proposeText(network, { entry, link: LINK, hashtags: ['news'], limits })
    const own = text.replace(LINK, '').replace('#news', '')
    assert.ok(text.includes('#news') && text.includes(LINK))
    assert.doesNotMatch(own, /[@#][\w[]*[a-z]/i)
    assert.equal(weighText(own).links, 0)
    assert.doesNotMatch(littleText(own), /\{hashtag/)
    assert.match(own.replaceAll('\u200B', ''), /Add the @bake macro, and install it from @acme\/oven/)
    assert.deepEqual(network.check(text, limits).faults, [])
  })

test('a text that a person wrote mentions no code of the entry either, and whom it will', () => {
  const text = `Thanks @ann: use @bake from @acme/oven ${LINK}`
  assert.equal(unlinked(text, entry, LINK), `Thanks @ann: use @\u200Bbake from @\u200Bacme/oven ${LINK}`)
})

test('a link on Mastodon ends before the punctuation that follows it', async () => {
  const { check, usualLimits } = await networks.mastodon()
  const link = 'https://acme.example/a?b=c,d'
  for (const [text, around] of [
    [`See ${link}.`, 5],
    [`(${link})`, 2],
    [`"${link}", ${link}!`, 5],
  ] as const) {
    const links = text.split(link).length - 1
    assert.equal(check(text, usualLimits).count, around + links * 23, text)
  }
})
