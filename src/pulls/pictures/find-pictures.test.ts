import assert from 'node:assert/strict'
import { test } from 'node:test'
import { picturesIn, saysNothing } from './find-pictures.ts'

const SHOT = 'https://github.com/user-attachments/assets/0b9f1c6e-2d4b-4f57-9d3a-0c7de5a1a001'
const OTHER = 'https://github.com/user-attachments/assets/0b9f1c6e-2d4b-4f57-9d3a-0c7de5a1a002'
const MERGE_REQUEST = 'https://gitlab.example/acme/app/-/merge_requests/812'

const found = (body: string, url = 'https://github.com/acme/app/pull/812') => picturesIn({ body, url })
const alts = (body: string) => found(body).map(({ alt }) => alt)
const addresses = (body: string, url?: string) => found(body, url).map(({ address }) => address)

test('pictures of Markdown and of HTML are found with their words', () => {
  assert.deepEqual(
    found(`![The export dialog](${SHOT})\n<img\n width="600"\n alt="A long list" src='${OTHER}' />`).map(
      ({ address, alt }) => [address, alt],
    ),
    [
      [SHOT, 'The export dialog'],
      [OTHER, 'A long list'],
    ],
  )
})

test('without words of its own, a picture has those of the label or the heading above', () => {
  assert.deepEqual(alts(`## Dark mode\n\n![image](${SHOT})`), ['Dark mode'])
  assert.deepEqual(alts(`## Changes\n\n**The new menu:**\n![Screenshot 2026-11-25 at 10.15.02](${SHOT})`), [
    'The new menu',
  ])
  assert.deepEqual(alts(`<h3>Settings</h3><img src="${SHOT}" alt="image.png">`), ['Settings'])
  assert.deepEqual(alts(`![](${SHOT})`), [''])
})

test('badges, icons, SVGs, code and comments are no pictures', () => {
  const none = [
    '![build](https://img.shields.io/badge/build-passing-green.png)',
    '![ci](https://github.com/acme/app/actions/workflows/ci.yml/badge.svg)',
    '![coverage](https://codecov.io/gh/acme/app/graph.png)',
    '[the site](https://example.com/)',
    'https://example.com/',
    'https://example.com/demo.mov',
    `See ${SHOT} for more.`,
    `<img src="${SHOT}" width="16">`,
    `\`![x](${SHOT})\``,
    `\`\`\`\n![x](${SHOT})\n\`\`\``,
    `<!-- ![x](${SHOT}) -->`,
    '![x](javascript:alert(1))',
    '![x](file:///etc/passwd)',
    '![x](data:image/png;base64,AAAA)',
    '![x](https://user:secret@example.com/x.png)',
    '![x](//example.com/x.png)',
    '![x](/etc/passwd)',
  ]
  for (const body of none) assert.deepEqual(found(body), [], body)
})

test('recordings are found as GitHub shows them, as links and as elements', () => {
  for (const body of [
    `The menu opens:\n\n${SHOT}`,
    `<video src="${SHOT}" title="The menu opens" controls></video>`,
    `<video controls>\n<source src="${SHOT}" title="The menu opens" type="video/mp4">\n</video>`,
  ])
    assert.deepEqual(
      found(body).map(({ address, alt }) => [address, alt]),
      [[SHOT, 'The menu opens']],
      body,
    )
  for (const type of ['gif', 'mp4', 'webm', 'mp4?raw=true']) {
    const address = `https://example.com/demo.${type}`
    for (const body of [`![The menu opens](${address})`, `[The menu opens](${address})`])
      assert.deepEqual([addresses(body), alts(body)], [[address], ['The menu opens']], body)
  }
})

test('uploads that are named by their path are found on their host', () => {
  assert.deepEqual(addresses('![Chart](/uploads/0123456789abcdef/chart.png)', MERGE_REQUEST), [
    'https://gitlab.example/acme/app/uploads/0123456789abcdef/chart.png',
  ])
  assert.deepEqual(addresses('![Chart](/attachments/0b9f)', 'https://codeberg.org/acme/app/pulls/812'), [
    'https://codeberg.org/attachments/0b9f',
  ])
})

const TABLES = {
  Markdown: `## Dark mode\n| Before | After |\n|---|---|\n| ![The old menu](${SHOT}) | ![image](${OTHER}) |`,
  HTML: `## Dark mode\n<table>\n<tr>\n<th>Before</th>\n<th>After</th>\n</tr>\n<tr><td>\n\n![The old menu](${SHOT})\n\n</td><td>\n<img\nsrc="${OTHER}" alt="image">\n</td></tr></table>`,
}

test('the pictures of a table are offered one by one, by their own words or those of the heading', () => {
  for (const [name, body] of Object.entries(TABLES)) {
    assert.deepEqual(addresses(body), [SHOT, OTHER], name)
    assert.deepEqual(alts(body), ['The old menu', 'Dark mode'], name)
  }
})

test('at most ten pictures are offered, each once, and its key stays', () => {
  const many = Array.from({ length: 30 }, (_, at) => `![Step ${at}](https://example.com/${at}.png)`).join(' ')
  assert.equal(found(many).length, 10)
  assert.equal(found(`![One](${SHOT}) ![Two](${SHOT})`).length, 1)
  const [alone] = found(`![One](${SHOT})`)
  const [later] = found(`Text\n\n![Another](${SHOT})`)
  assert.equal(alone?.key, later?.key)
})

test('names of files and words of tools describe no picture', () => {
  for (const alt of [
    '',
    ' ',
    'image',
    'Screenshot 2026-11-25 at 10.15.02 AM',
    'chart.png',
    'IMG_1234.JPG',
    'demo.mp4',
    'Screen recording',
    'After',
  ])
    assert.ok(saysNothing(alt), alt)
  for (const alt of ['Chart', 'ダークモード', 'The image editor']) assert.ok(!saysNothing(alt), alt)
})
