import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileGlob } from './glob.ts'

const compiled = (glob: string) => compileGlob(glob, { steps: 1_000 })
const isMatch = (glob: string, path: string) => compiled(glob)?.(path)

const MATCHES: Record<string, { yes: string[]; no: string[] }> = {
  'apps/mobile/**': {
    yes: ['apps/mobile/a.ts', 'apps/mobile/b/c.ts', 'apps/mobile'],
    no: ['apps/web/a.ts', 'x/apps/mobile/a.ts'],
  },
  '*.md': { yes: ['README.md', '.md'], no: ['docs/a.md', 'README.mdx'] },
  '**/*.md': { yes: ['README.md', 'docs/a.md', 'docs/deep/.hidden.md'], no: ['docs/a.ts'] },
  '**/test/**/*.ts': { yes: ['test/a.ts', 'src/test/x/y.ts'], no: ['src/tests/a.ts'] },
  'src/a**b.ts': { yes: ['src/ab.ts', 'src/axxb.ts'], no: ['src/a/b.ts'] },
  'a?c': { yes: ['abc', 'a\u{1f600}c'], no: ['ac', 'a/c'] },
  'v[0-9]/[!a-c]x': { yes: ['v1/dx', 'v0/-x'], no: ['va/dx', 'v1/ax', 'v1/x'] },
  '[a-z_]': { yes: ['a', 'q', '_'], no: ['-', 'A'] },
  '{apps,libs/{ui,data}}/**/*.{ts,tsx}': {
    yes: ['apps/a.ts', 'libs/ui/x/b.tsx', 'libs/data/c.ts'],
    no: ['libs/c.ts', 'apps/a.js'],
  },
  'docs/{}': { yes: ['docs/'], no: ['docs/a'] },
  'a\\*b': { yes: ['a*b'], no: ['axb'] },
  '(a|b)+.ts': { yes: ['(a|b)+.ts'], no: ['a.ts', 'ab.ts'] },
  '@(a).$^': { yes: ['@(a).$^'], no: ['a.$^'] },
}

for (const [glob, { yes, no }] of Object.entries(MATCHES))
  test(`the glob ${glob} matches the paths that it should`, () => {
    for (const path of yes) assert.equal(isMatch(glob, path), true, path)
    for (const path of no) assert.equal(isMatch(glob, path), false, path)
  })

test('a glob with an open bracket or brace, an empty class or too many choices is no glob', () => {
  for (const bad of ['a[b', 'a{b', '{a,{b,c}', '[]', '[!]', 'a\\', '[a/b]', '{a,b}'.repeat(6)])
    assert.equal(compiled(bad), null, bad)
  assert.notEqual(compiled('{a,b}'.repeat(5)), null)
})
