import assert from 'node:assert/strict'
import { test } from 'node:test'
import twitterText from 'twitter-text'
import { weighText } from './weighted-text.ts'

const theirs = (text: string): number => twitterText.parseTweet(text).weightedLength

test('texts of entries are counted as twitter-text counts them', () => {
  const texts = [
    'Receipts show the right currency',
    'Größere Überschriften — “quoted” … and more',
    '导出报告 отчёты レポート 보고서',
    'Done 🎉 by 👩‍👩‍👧 in 🇩🇪 1️⃣ ❤️ 👍🏽',
    'e\u0301 and é',
    'See https://example.com/e/reports-can-be-exported-0c5ad5ac.',
    'https://example.com and http://a.de/b?c=d&e=f#g, (https://example.com/x)',
    'https://news.acme.example/e/one is no address that X knows',
    'Read example.com, or docs.example.com today',
    'Mail ann@example.com, @ann and #release',
    '',
  ]
  for (const text of texts) assert.equal(weighText(text).weight, theirs(text), text)
})

test('links between any words are never counted shorter than twitter-text counts them', () => {
  const words = [
    ...[
      'https://example.com',
      'http://a.b.de/x_y',
      'example.com',
      'https://example.com/?q=1&r=(x)',
      '#tag',
      '@ann',
    ],
    ...[
      'https://example.com/größe',
      'https://xn--bcher-kva.example.com/a#b',
      'config.json',
      'v1.2.3',
      'v.next',
      '語',
    ],
    ...[
      '🎉',
      'größer',
      'e.g.',
      'a|b',
      'https://',
      'http://localhost:8080/x',
      'https://example.com:8443/y',
      '…',
    ],
  ]
  const between = [' ', '\n\n', ', ', '. ', ' (', ') ', ': ', ' "', '" ', '/', '-', '語']
  let seed = 1
  const oneOf = (list: readonly string[]): string => {
    seed = (seed * 48_271) % 2_147_483_647
    return list[seed % list.length] ?? ''
  }
  for (let round = 0; round < 5_000; round++) {
    const text = [1, 2, 3].map(() => oneOf(words) + oneOf(between)).join('')
    const { weight } = weighText(text)
    assert.ok(weight >= theirs(text), `${JSON.stringify(text)}: ${weight} < ${theirs(text)}`)
  }
})
