import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { marked, type Token } from 'marked'
import { createProductClassifier } from '#app/judging.ts'
import { type Classifier, nothingBefore } from '#judgement/classification/classifier.ts'
import { type Judged, judgeAll } from '#pipeline/judging/judged.ts'
import { ATTACKS } from '#testing/hostile-pulls.ts'
import { aPull } from '#testing/pulls.ts'
import { offlinePitch } from '#writing/offline.ts'
import { commentOf } from './comment.ts'
import type { ReviewQuestion } from './questions.ts'

let classifier: Classifier
before(async () => {
  classifier = await createProductClassifier()
})

const judgedAs = (title: string, body = ''): Judged =>
  judgeAll(classifier, [aPull({ title, body })], nothingBefore())[0] as Judged

const ALL: readonly ReviewQuestion[] = [
  { name: 'words', worth: 1 },
  { name: 'flag', worth: 0.9 },
]

/** Everything that a reader's browser gets except what is in code spans, in order. */
function outsideCodeSpans(markdown: string): string[] {
  const found: string[] = []
  marked.walkTokens(marked.lexer(markdown), (token: Token) => {
    const isLeaf = !('tokens' in token) || token.tokens === undefined
    if (isLeaf && token.type !== 'codespan' && token.type !== 'list') found.push(`${token.type} ${token.raw}`)
  })
  return found.filter(leaf => !/^(?:space|text|br) *\s*$/.test(leaf))
}

test('a comment says what customers will read, as which kind and how big, and asks', () => {
  const judged = judgedAs('fix: improve team member removal ux')
  assert.equal(
    commentOf(judged, [{ name: 'words', worth: 1 }]),
    `**What customers will read** (fix, patch)

> \`Improve team member removal ux\`

**One thing that only you may know:**

- What can people do now, or what no longer happens?

To answer, copy this into the description of the pull request and fill it in:

\`\`\`\`markdown
\`\`\`release-note
<!-- What can people do now, or what no longer happens? In a sentence or two.
Write NONE if they notice nothing. -->
\`\`\`
\`\`\`\`

_Tidings asks seldom. Without an answer nothing is held up: somebody words it later._`,
  )
})

test('an answered comment asks no more', () => {
  const judged = judgedAs('fix: improve ux', '```release-note\nMembers leave a team at once\n```')
  assert.equal(
    commentOf(judged, []),
    '**What customers will read** (fix, patch)\n\n> `Members leave a team at once`\n\nNothing is asked any more. Thank you.',
  )
})

test('nothing of a hostile pull request leaves its code span', () => {
  const titles = [
    'Fix @everyone and #12 for acme/other#3, see https://evil.example and www.evil.example',
    'Fix `` ` ``` ticks ```` <img src=x onerror=alert(1)> ![x](https://evil.example/x.png)',
    'Fix /close /merge /label ~bug --> <!-- tidings-review -->',
    'Fix ``',
    '`',
    'Fix | a | table |\\',
    '/approve',
  ]
  const hostile = [
    ...titles.map(title => judgedAs(title)),
    ...ATTACKS.map(({ hostile: pull }) => judgedAs(pull.title, pull.body)),
  ]
  const pitch = { headline: 'Plain words', body: '', writer: 'offline' as const }
  for (const { pull, classification } of hostile) {
    const words = offlinePitch(pull)
    const lines = words.body.split('\n').filter(line => line.trim() !== '').length
    const plain = { ...pitch, body: 'Plain.\n'.repeat(lines) }
    const judged = { pull, classification, inputHash: '', pitch: words }
    assert.deepEqual(
      outsideCodeSpans(commentOf(judged, ALL)),
      outsideCodeSpans(commentOf({ ...judged, pitch: plain }, ALL)),
      `${pull.title}\n${commentOf(judged, ALL)}`,
    )
  }
})

test('a note of any length leaves a comment that hosts take', () => {
  const note = `\`\`\`release-note\n${'Members leave a team at once and '.repeat(2_000)}stay.\n\`\`\``
  assert.ok(commentOf(judgedAs('fix: improve ux', note), []).length < 5_000)
})
