import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processorTime } from '#testing/processor-time.ts'
import { htmlReader } from './html-to-markdown.ts'
import { markdownRenderer } from './markdown.ts'

const render = await markdownRenderer()

test('only http, https and mailto links are kept; others become text', () => {
  const { html, text } = render(
    '[a](https://a.example) [b](javascript:x) [c](/c) [d](mailto:d@example.com) [e](//e.example) [f](#f)',
  )
  assert.equal(
    html,
    '<p><a href="https://a.example" rel="nofollow noopener">a</a> <a>b</a> <a>c</a> ' +
      '<a href="mailto:d@example.com" rel="nofollow noopener">d</a> <a>e</a> <a>f</a></p>',
  )
  assert.equal(text, 'a b c d e f')
})

test('scripts, styles, images, frames and document types are dropped', () => {
  const { html } = render(
    '<!DOCTYPE x [\n<!ENTITY y "z">\n]>\n\n<script>a</script>\n\n<style>b</style>\n\n<iframe src="c"></iframe>\n\n' +
      '![a chart](https://d.example/d.png)\n\n<p onclick="e" style="f" class="g">h</p>\n\n<svg><a href="https://i.example">i</a></svg>',
  )
  assert.doesNotMatch(html, /DOCTYPE|ENTITY|script|style|iframe|img|d\.png|onclick|class|svg/)
  assert.match(html, /<p>a chart<\/p>/)
  assert.match(html, /<p>h<\/p>/)
})

test('the plain text keeps lists, code and paragraphs apart', () => {
  const { text } = render(
    '# Title\n\nOne **two** `three <x>`  \nfour\n\n- five\n- six\n\n```js\nseven()\n```\n\n| a | b |\n|---|---|\n| c | d |',
  )
  assert.equal(text, 'Title\n\nOne two `three <x>`\nfour\n\n- five\n- six\n\nseven()\n\na | b\n\nc | d')
})

test('addresses in plain text become links without the punctuation behind them', () => {
  const links = (source: string) =>
    [...render(source).html.matchAll(/href="([^"]*)"[^>]*>([^<]*)</g)].map(([, href, text]) => [href, text])
  assert.deepEqual(links('See https://a.example/b_c?d=1, (www.e.example/f_(g)) and ann.b@acme.example.'), [
    ['https://a.example/b_c?d=1', 'https://a.example/b_c?d=1'],
    ['http://www.e.example/f_(g)', 'www.e.example/f_(g)'],
    ['mailto:ann.b@acme.example', 'ann.b@acme.example'],
  ])
  assert.deepEqual(links('https://a.example/1: **https://c.example!** ~~https://d.example/2.~~'), [
    ['https://a.example/1', 'https://a.example/1'],
    ['https://c.example', 'https://c.example'],
    ['https://d.example/2', 'https://d.example/2'],
  ])
  assert.deepEqual(links('`https://a.example` a@b @c http:// [d](https://e.example)'), [
    ['https://e.example', 'd'],
  ])
})

test('quotations and lists nest to a limit, and their marks are text beyond it', () => {
  for (const mark of ['>', '> ', '- ', '1. ', '* > '])
    assert.match(render(`${mark.repeat(20_000 / mark.length)} deep`).text, /deep$/)
  assert.equal(render(`${'>'.repeat(40)} deep`).html.match(/<blockquote>/g)?.length, 40)
  assert.equal(render(`${'>'.repeat(42)} deep`).text, '>> deep')
})

test('a box to tick is left out, and a text that was struck out stays so', () => {
  assert.equal(render('- [x] one\n- [ ] ~~two~~').html, '<ul>\n<li>one</li>\n<li><del>two</del></li>\n</ul>')
})

test('the columns of a table keep their sides', () => {
  assert.match(render('| a | b |\n|--:|---|\n| 1 | 2 |').html, /<th align="right">a<\/th>\s*<th>b<\/th>/)
})

test('what no code span closes is no code, so that nothing hides in it from the limits', () => {
  for (const hidden of ['`', '``` ` '])
    assert.equal(render(hidden + '*a '.repeat(300)).text, (hidden + '*a '.repeat(300)).trim())
  assert.match(render(`\`\`a\`*b*\`\` ${'*c '.repeat(300)}`).html, /<code>a`\*b\*<\/code> \*c/)
})

test('headings begin below those of the page that shows them', () => {
  assert.equal(render('# One').html, '<h2>One</h2>')
})

test('very many emphasis marks take linear time', () => {
  for (const hostile of ['_a', '*a_', '_a_', '__a', '\\\\*a_', '- *a_', '*a_'.repeat(60).concat('\n\n')]) {
    const spent = processorTime()
    const { text } = render(hostile.repeat(20_000 / hostile.length))
    assert.ok(text.length > 1_000)
    assert.ok(spent() < 1_200, hostile.slice(0, 10))
  }
})

test('emphasis works in texts of any length that people write', () => {
  const items = Array.from({ length: 300 }, (_, n) => `- **part_${n}:** _new_ in \`a_b_${n}\``).join('\n')
  const { html } = render(`${items}\n\n\`\`\`\n${'*a_'.repeat(300)}\n\`\`\`\n\n**after**`)
  assert.equal(html.match(/<strong>part_\d+:<\/strong> <em>new<\/em> in <code>a_b_\d+<\/code>/g)?.length, 300)
  assert.ok(html.includes(`<pre><code>${'*a_'.repeat(300)}`))
  assert.match(html, /<strong>after<\/strong>/)
})

test('deeply nested and unclosed markup is rendered well-formed and fast', () => {
  const spent = processorTime()
  const { html } = render(`${'> '.repeat(300)}deep\n\n${'<b>'.repeat(2_000)}${'[x]('.repeat(2_000)}`)
  assert.equal(html.match(/<b>/g)?.length, html.match(/<\/b>/g)?.length)
  assert.ok(spent() < 2_000)
})

test('marks, links and lines are read however many they are', () => {
  assert.equal(render('Wow! '.repeat(300)).text, 'Wow! '.repeat(300).trim())
  assert.equal(render('[a](https://b.example) '.repeat(600)).html.match(/<a /g)?.length, 600)
  assert.equal(render('line\n'.repeat(1_200)).text, 'line\n'.repeat(1_200).trim())
})

test('HTML becomes Markdown that shows the same', async () => {
  const toMarkdown = await htmlReader()
  const table =
    '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b | c</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>d</code></td>\n<td></td>\n</tr>\n</tbody>\n</table>'
  for (const html of ['<p>A &lt;b&gt; tag, &amp;lt; and ~~ <del>gone</del></p>', table])
    assert.equal(render(toMarkdown(html)).html, html)
})
