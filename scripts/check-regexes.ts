// `npm run check:regexes`: finds regular expressions that take more time than in proportion to the length of the text.
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findSlow } from './regexes/find-slow.ts'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '')
const files = ['src/**/*.ts', 'dashboard/src/**/*.{ts,tsx}']
  .flatMap(pattern => globSync(pattern, { cwd: root }))
  .filter(file => !/\.test\.tsx?$/.test(file))
  .toSorted()

const { checked, problems } = await findSlow(root, files)
for (const problem of problems) console.error(`${problem}\n`)
if (problems.length === 0) console.log(`Checked ${checked} regular expressions.`)
process.exitCode = problems.length === 0 ? 0 : 1
