import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { run } from './processes.ts'

const FILES = 60
const LINES = 200
const FIRST_COMMIT = Date.UTC(2020, 0, 1) / 1_000

/** Makes a bare repository whose history is so many squash merges, each of which changes some lines in up to four files. */
export async function generateRepository(directory: string, commits: number): Promise<void> {
  await run('git', ['init', '--quiet', '--bare', '--initial-branch=main', directory])
  const git = spawn('git', ['-C', directory, 'fast-import', '--quiet'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const [[code]] = await Promise.all([
    once(git, 'exit'),
    pipeline(Readable.from(historyOf(commits)), git.stdin),
  ])
  if (code !== 0) throw new Error(`git fast-import ended with ${code}`)
}

function* historyOf(commits: number): Generator<string> {
  const files = Array.from({ length: FILES }, (_, n) => newFile(n))
  for (let n = 1; n <= commits; n++) {
    const changed = Array.from({ length: 1 + (n % 4) }, (_, k) => (n * 7 + k * 13) % FILES)
    for (const index of changed) changeFile(files[index] ?? [], n)
    yield commit(
      n,
      changed.map(index => [`src/area-${index % 6}/file-${index}.ts`, files[index] ?? []]),
    )
  }
}

const newFile = (n: number): string[] =>
  Array.from({ length: LINES }, (_, line) => `export const value${line} = ${n * line}`)

function changeFile(lines: string[], n: number): void {
  for (let k = 0; k < 1 + (n % 12); k++) lines[(n * 31 + k * 17) % LINES] = `export const changed${k} = ${n}`
}

function commit(n: number, changes: [path: string, lines: string[]][]): string {
  const type = ['feat', 'fix', 'chore', 'refactor', 'docs', 'test'][n % 6]
  const message = `${type}: change number ${n} (#${n})\n\nCloses #${n + 1}.\n`
  const files = changes.map(([path, lines]) => `M 100644 inline ${path}\n${data(lines.join('\n'))}`)
  const who = `Person ${n % 9} <person-${n % 9}@example.com> ${FIRST_COMMIT + n * 3_600} +0000`
  return `commit refs/heads/main\ncommitter ${who}\n${data(message)}${files.join('')}\n`
}

const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`
