import { relative, resolve, sep } from 'node:path'
import { type CommandContext, command } from '#cli/command.ts'
import { decodeText, readNamedFile } from '#cli/input-files.ts'
import { flag, list, RELEASE, text, value } from '#cli/options.ts'
import { annotationsOf, findingsText } from '#cli/proofreading/formats.ts'
import { accountLedgerFor, gitLedgerFor } from '#cli/proofreading/ledgers.ts'
import { PAST_MAX_BYTES, readTag } from '#pipeline/past-changelog/releases.ts'
import { proofread } from '#pipeline/proofreading/check.ts'
import { FINDING_KINDS, type FindingKind } from '#pipeline/proofreading/finding.ts'
import { parseNotes } from '#pipeline/proofreading/notes.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import { validateGlobs } from '#pulls/repositories/scope.ts'

const ALL = 'any'
const NONE = 'none'

/** The kinds of findings that fail the check: names with commas between them, `any` or `none`. Throws `wrong_usage` for others. */
function failOn(given: string): ReadonlySet<FindingKind> {
  if (given === ALL) return new Set(FINDING_KINDS)
  if (given === NONE) return new Set()
  return new Set(given.split(',').map(word => kindNamed(word.trim())))
}

function kindNamed(word: string): FindingKind {
  const kind = FINDING_KINDS.find(one => one === word)
  if (kind !== undefined) return kind
  throw new AppError(
    'wrong_usage',
    `--fail-on takes ${ALL}, ${NONE}, or names with commas between them: ${FINDING_KINDS.join(', ')}.`,
  )
}

export const check = command({
  usage: 'check <notes.md>',
  summary:
    'Hold release notes against what was merged between two tags: what is missing, invented, reverted or not in this release. Needs no database and no network, unless --account is given.',
  options: {
    ...RELEASE,
    git: text('DIR'),
    account: text('ID'),
    repo: text('owner/name'),
    include: list(text('GLOB')),
    annotations: flag,
    'fail-on': value('KINDS', failOn),
  },
  async run({ from, to = 'HEAD', account, include = [], annotations, ...given }, [name = ''], context) {
    if (account !== undefined && given.git !== undefined)
      throw new AppError('wrong_usage', 'Give either --git or --account, not both.')
    const written = await notesIn(name, context)
    const asked = { from, to, repo: given.repo, git: resolve(context.directory, given.git ?? '.') }
    const ledger =
      account === undefined
        ? await gitLedgerFor(asked, context)
        : await accountLedgerFor(account, asked, context)
    const notes = parseNotes(written, readTag(to).version, ledger.repo)
    const proof = proofread(notes, ledger, validateGlobs(include))
    const failing = given['fail-on'] ?? failOn('none')
    const file = pathOf(name, context)
    const result = { json: proof, incomplete: proof.findings.some(({ kind }) => failing.has(kind)) }
    if (annotations) return { ...result, text: annotationsOf(proof.findings, file, failing) }
    return { ...result, text: findingsText(proof, file) }
  },
})

/** The text of the file, or of standard input for `-`. Throws `wrong_usage` when it cannot be read. */
async function notesIn(name: string, { directory, stdin }: CommandContext): Promise<string> {
  try {
    if (name === '-') return await textOfStream(stdin)
    return decodeText(readNamedFile(resolve(directory, name), PAST_MAX_BYTES))
  } catch (cause) {
    throw new AppError('wrong_usage', `The notes cannot be read: ${messageOf(cause).replace(/\.$/, '')}.`, {
      cause,
    })
  }
}

async function textOfStream(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > PAST_MAX_BYTES) throw new AppError('wrong_usage', TOO_LARGE)
    chunks.push(chunk)
  }
  return decodeText(Buffer.concat(chunks))
}

const TOO_LARGE = `The notes are larger than ${PAST_MAX_BYTES / 1024 / 1024} MiB.`

/** The path of the file as code hosts write it: relative to the folder, with slashes. */
const pathOf = (name: string, { directory }: CommandContext): string =>
  name === '-' ? 'standard-input.md' : relative(directory, resolve(directory, name)).split(sep).join('/')
