// `npm test`: runs all tests. A process takes longer to load the service than to run most files of src/, so those share processes.
// The files of testing/ start servers and processes and have one each. `npm test -- FILE…` runs these files alone.
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const GROUPS = 16
const OPTIONS = [
  '--test',
  '--test-concurrency=4',
  '--test-timeout=120000',
  '--test-global-setup=testing/setup.ts',
]

const folder = mkdtempSync(join(tmpdir(), 'tidings-groups-'))
const given = process.argv.slice(2)
const files = given.length > 0 ? given : [...groupedFiles(), ...globSync('testing/**/*.test.ts')]
const { status } = spawnSync(process.execPath, [...OPTIONS, ...files], { stdio: 'inherit' })
rmSync(folder, { recursive: true })
process.exitCode = status ?? 1

/** Writes one file for each process, which imports every sixteenth file: neighbours are often equally slow. */
function groupedFiles(): string[] {
  const sources = globSync('{src,bench}/**/*.test.ts').toSorted()
  return Array.from({ length: GROUPS }, (_, group) => {
    const path = join(folder, `group-${group + 1}.test.mjs`)
    const own = sources.filter((_, at) => at % GROUPS === group)
    writeFileSync(path, own.map(file => `import '${pathToFileURL(resolve(file))}'\n`).join(''))
    return path
  })
}
