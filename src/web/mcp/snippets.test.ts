import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { parse as parseToml } from 'smol-toml'
import { MCP_CLIENTS } from '../../../dashboard/src/channels/snippets.ts'

const CLIENTS = [
  'claude-code',
  'claude-desktop',
  'cursor',
  'vs-code',
  'chatgpt',
  'gemini-cli',
  'codex',
  'zed',
  'stdio',
]
const BASE_URL = 'https://changelog.example.com'

const page = readFileSync(new URL('../../../docs/api/mcp.md', import.meta.url), 'utf8').replaceAll(
  '{base_url}',
  BASE_URL,
)

/** The code blocks below the heading with this anchor. */
function snippetsOf(anchor: string): { language: string; code: string }[] {
  const section =
    new RegExp(`^## [^\\n]*\\{#${anchor}\\}$(.*?)(?=^## |$(?![\\s\\S]))`, 'ms').exec(page)?.[1] ?? ''
  return [...section.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({
    language,
    code,
  }))
}

/** A parser for each language, which throws if the code is not well-formed. */
const CHECKS: Record<string, (code: string) => unknown> = {
  json: JSON.parse,
  toml: parseToml,
  sh: code => {
    const { status, stderr } = spawnSync('sh', ['-n'], { input: code, encoding: 'utf8' })
    assert.equal(status, 0, stderr)
  },
  text: () => {},
}

for (const client of CLIENTS) {
  test(`the snippet for ${client} is well-formed and names the server`, () => {
    const snippets = snippetsOf(client)
    assert.notEqual(snippets.length, 0)
    for (const { language, code } of snippets) {
      const check = CHECKS[language]
      assert.ok(check, `No check for ${language}`)
      assert.doesNotThrow(() => check(code), code)
      const target = client === 'stdio' ? '"mcp", "--account"' : `${BASE_URL}/mcp`
      assert.ok(code.includes(target), code)
    }
  })
}

test('the start command is valid in a shell', () => {
  for (const { language, code } of snippetsOf('start')) assert.doesNotThrow(() => CHECKS[language]?.(code))
  assert.ok(snippetsOf('start').some(({ code }) => code.includes('--for mcp')))
})

test('the snippets of the dashboard are those of the documentation', () => {
  const documented = CLIENTS.flatMap(snippetsOf)
  const json = documented.filter(({ language }) => language === 'json').map(({ code }) => JSON.parse(code))
  const others = documented.filter(({ language }) => language !== 'json').map(({ code }) => code.trim())
  for (const { name, snippet } of MCP_CLIENTS) {
    const text = snippet(`${BASE_URL}/mcp`)
    const isJson = text.startsWith('{')
    const isDocumented = isJson
      ? json.some(one => isDeepStrictEqual(one, JSON.parse(text)))
      : others.includes(text)
    assert.ok(isDocumented, name)
  }
})
