// `npm test` runs the tests of src/, dashboard/src/, bench/ and tools/ on SQLite, and those that check the code and the docs as texts.
// `npm test -- --all` runs all tests, on SQLite and on PostgreSQL: also those of testing/, which start servers and processes.
// `npm test -- FILE…` runs these files on both engines.
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const OPTIONS = [
  '--test',
  '--test-concurrency=4',
  '--test-timeout=120000',
  '--test-global-setup=testing/setup.ts',
  '--test-reporter=./testing/reporter.ts',
]
/** A process takes longer to load the service than to run most files of src/, so those share processes, as do the stories of testing/. */
const SHARED_PROCESSES = 16
const SOURCES = '{src,bench,tools,dashboard/src}/**/*.test.ts'
const STORIES = 'testing/{networks,reported}/*.test.ts'
const TEXT_CHECKS = ['testing/direction.test.ts', 'testing/docs.test.ts']

const given = process.argv.slice(2)
const isAll = given.includes('--all')
const files = given.filter(argument => argument !== '--all')
const engines = isAll || files.length > 0 ? 'sqlite,postgres' : 'sqlite'
const folder = mkdtempSync(join(tmpdir(), 'tidings-groups-'))
const groups = files.length > 0 ? files.map(file => [file]) : groupsOf(isAll)
const { status } = spawnSync(process.execPath, [...OPTIONS, ...groups.map(writeGroup)], {
  stdio: 'inherit',
  env: { ...process.env, TEST_ENGINES: engines },
})
rmSync(folder, { recursive: true })
process.exitCode = status ?? 1

/** The files of each process. */
function groupsOf(isAll: boolean): string[][] {
  const quick = globSync(isAll ? [SOURCES, STORIES] : SOURCES).toSorted()
  // Neighbouring files are often equally slow, so they go to different processes.
  const shared = Array.from({ length: SHARED_PROCESSES }, (_, group) =>
    quick.filter((_, at) => at % SHARED_PROCESSES === group),
  )
  return isAll
    ? [...shared, ...globSync('testing/**/*.test.ts', { exclude: [STORIES] }).map(file => [file])]
    : [...shared, TEXT_CHECKS]
}

/** Writes the file that a process runs: each test file is a suite with its name. */
function writeGroup(files: string[], group: number): string {
  const path = join(folder, `group-${group + 1}.test.mjs`)
  const suites = files.map(file => {
    const [name, address] = [file, pathToFileURL(resolve(file)).href].map(text => JSON.stringify(text))
    return `suite(${name}, () => import(${address}))\n`
  })
  writeFileSync(path, ["import { suite } from 'node:test'\n", ...suites].join(''))
  return path
}
