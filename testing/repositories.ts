import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** Contents by path; null removes the file. A mode makes a link (`120000`) or a submodule (`160000`, a hash as contents). */
type Files = Record<string, string | Buffer | null | { mode: string; contents: string }>

interface CommitOptions {
  files?: Files
  /** The author, such as `Ada <ada@example.org>`. */
  author?: string
  committer?: string
  /** The time in milliseconds; by default an hour after the previous commit, starting at 5 January 2026, 09:00 UTC. */
  at?: number
  branch?: string
  /** The parents, in place of the branch's newest commit. */
  parents?: string[]
  /** The encoding that the commit's header names; the message is in that encoding. */
  encoding?: string
}

interface SquashOptions extends CommitOptions {
  number: number
  body?: string
}

interface MergeOptions extends SquashOptions {
  /** The source branch, as `owner/branch`. */
  from?: string
  /** The subjects of the merged commits; the last one changes the files. */
  commits?: string[]
  /** The whole message, if it is not GitHub's default. */
  message?: string
}

const ADA = 'Ada <ada@example.org>'
const GITHUB = 'GitHub <noreply@github.com>'
const START = Date.UTC(2026, 0, 5, 9)
const HOUR = 3_600_000

/** A real git repository in a temporary folder, gone at the end of the block: `using repo = await aRepository()`. */
export async function aRepository(options: { bare?: boolean; name?: string } = {}): Promise<Repository> {
  const home = mkdtempSync(join(tmpdir(), 'tidings-repository-'))
  const folder = join(home, options.name ?? 'app')
  const bare = options.bare === false ? [] : ['--bare']
  await runGit(home, ['init', '--quiet', '--initial-branch=main', ...bare, '--', folder])
  return new Repository(home, folder)
}

/** A git repository with fixed dates, people and contents, so that hashes are the same in every run. */
export class Repository {
  readonly home: string
  readonly folder: string
  #now = START - HOUR
  #branches = new Map<string, string>()

  constructor(home: string, folder: string) {
    this.home = home
    this.folder = folder
  }

  [Symbol.dispose](): void {
    rmSync(this.home, { recursive: true, force: true })
  }

  /** Runs git in the repository. Returns its output. */
  git(...args: string[]): Promise<string> {
    return runGit(this.folder, args)
  }

  /** Commits and gives the hash. A message may be bytes, for odd encodings. */
  async commit(message: string | Buffer, options: CommitOptions = {}): Promise<string> {
    const branch = options.branch ?? 'main'
    this.#now = options.at ?? this.#now + HOUR
    const tip = this.#branches.get(branch)
    const parents = options.parents ?? (tip === undefined ? [] : [tip])
    const stream = commitStream(message, { ...options, branch, parents, at: this.#now })
    const hash = (await runGit(this.folder, ['fast-import', '--quiet', '--force'], stream)).trim()
    this.#branches.set(branch, hash)
    return hash
  }

  /** Makes the commit that GitHub makes when it squashes a pull request. */
  squash(title: string, { number, body = '', ...options }: SquashOptions): Promise<string> {
    return this.commit(`${title} (#${number})\n\n${body}`, { committer: GITHUB, ...options })
  }

  /** Squashes many pull requests onto the main branch in one go, an hour apart. */
  async squashAll(titles: readonly (SquashOptions & { title: string })[]): Promise<void> {
    const streams = titles.map(({ title, number, body = '', ...options }, at) => {
      this.#now += HOUR
      const tip = at === 0 ? this.#branches.get('main') : undefined
      const parts = { branch: 'main', parents: tip === undefined ? [] : [tip], at: this.#now }
      return commitStream(`${title} (#${number})\n\n${body}`, { committer: GITHUB, ...options, ...parts })
    })
    const marks = await runGit(this.folder, ['fast-import', '--quiet', '--force'], Buffer.concat(streams))
    this.#branches.set('main', marks.trim().slice(marks.trim().lastIndexOf('\n') + 1))
  }

  /** Merges a pull request with a merge commit, as GitHub does. */
  async merge(title: string, options: MergeOptions): Promise<string> {
    const { number, body = '', from = 'grace/topic', commits = [title], message, ...more } = options
    const trunk = this.#branches.get('main')
    const side = { ...more, author: more.author ?? 'Grace <grace@example.org>', branch: `side-${number}` }
    if (trunk !== undefined) this.#branches.set(side.branch, trunk)
    for (const subject of commits.slice(0, -1)) await this.commit(subject, { ...side, files: {} })
    const tip = await this.commit(commits.at(-1) ?? title, side)
    const text = message ?? `Merge pull request #${number} from ${from}\n\n${title}\n\n${body}`
    const parents = trunk === undefined ? [tip] : [trunk, tip]
    return this.commit(text, { committer: GITHUB, ...more, parents })
  }

  /** The newest commit of a branch. */
  tip(branch: string): string {
    const tip = this.#branches.get(branch)
    if (tip === undefined) throw new Error(`The repository has no branch ${branch}.`)
    return tip
  }

  /** Merges one branch into another, on GitHub's website; the files are those that the merge changes. */
  mergeBranch(branch: string, into: string, message: string, files: Files = {}): Promise<string> {
    const parents = [this.tip(into), this.tip(branch)]
    return this.commit(message, { branch: into, parents, committer: GITHUB, files })
  }

  /** Merges a pull request of one commit, from the branch `topic-<number>`, into a branch. */
  async mergeInto(into: string, number: number, title: string, owner = 'acme'): Promise<string> {
    const [branch, files] = [`topic-${number}`, { [`src/${number}.ts`]: `${title}\n` }]
    const author = 'Grace <grace@example.org>'
    await this.commit(title, { branch, parents: [this.tip(into)], author, files })
    return this.mergeBranch(
      branch,
      into,
      `Merge pull request #${number} from ${owner}/${branch}\n\n${title}`,
      files,
    )
  }
}

type CommitParts = CommitOptions & Required<Pick<CommitOptions, 'branch' | 'parents' | 'at'>>

/** The commit in git's fast-import language, which knows no shell, no work tree and no clock; ends by asking for the hash. */
function commitStream(message: string | Buffer, options: CommitParts): Buffer {
  const { branch, parents, at, files = {}, author = ADA, committer = author, encoding } = options
  const time = `${Math.floor(at / 1000)} +0000`
  const head = [
    `commit refs/heads/${branch}`,
    'mark :1',
    `author ${author} ${time}`,
    `committer ${committer} ${time}`,
  ]
  if (encoding !== undefined) head.push(`encoding ${encoding}`)
  const [from, ...merged] = parents
  const ancestry = [...(from ? [`from ${from}`] : []), ...merged.map(parent => `merge ${parent}`)]
  return Buffer.concat([
    Buffer.from(`${head.join('\n')}\n`),
    dataOf(message),
    Buffer.from(ancestry.map(line => `${line}\n`).join('')),
    ...Object.entries(files).map(([path, contents]) => fileOf(path, contents)),
    Buffer.from('\nget-mark :1\n'),
  ])
}

function fileOf(path: string, contents: Files[string]): Buffer {
  const quoted = `"${path.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`
  if (contents === null) return Buffer.from(`D ${quoted}\n`)
  if (typeof contents === 'string' || Buffer.isBuffer(contents))
    return Buffer.concat([Buffer.from(`M 100644 inline ${quoted}\n`), dataOf(contents)])
  if (contents.mode === '160000') return Buffer.from(`M 160000 ${contents.contents} ${quoted}\n`)
  return Buffer.concat([Buffer.from(`M ${contents.mode} inline ${quoted}\n`), dataOf(contents.contents)])
}

function dataOf(contents: string | Buffer): Buffer {
  const bytes = Buffer.from(contents)
  return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')])
}

/** Runs git apart from whatever configuration the machine has, and gives what it prints. */
async function runGit(cwd: string, args: string[], input: Buffer = Buffer.alloc(0)): Promise<string> {
  const child = spawn('git', args, { cwd, env: ENVIRONMENT })
  // A command that reads nothing may be gone before its empty input is closed.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [printed, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${complaint}`)
  return printed
}

const ENVIRONMENT = {
  PATH: process.env.PATH,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
}
