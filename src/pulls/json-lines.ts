import { compile, z } from 'zod'
import { parseInstant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { clip, safeLine, safeText } from '#platform/text.ts'
import { keepOwnEntries } from './changelog-sources/announcements.ts'
import { recordedCommit, subjectOfCommit } from './commit-footers.ts'
import { mainHost } from './hosts/git/remote.ts'
import {
  type ChangedFile,
  isBot,
  linkedIssues,
  MAX_AUTHOR_LENGTH,
  MAX_BODY_LENGTH,
  MAX_COMMITS,
  MAX_FILES,
  MAX_FRAGMENTS,
  MAX_LABEL_LENGTH,
  MAX_LABELS,
  MAX_PATH_LENGTH,
  MAX_TITLE_LENGTH,
  type MergedPull,
} from './pull-request.ts'

const line = (most: number) => z.string().overwrite(value => clip(safeLine(value), most))
const text = z.string().overwrite(value => safeText(value).slice(0, MAX_BODY_LENGTH))
const count = z
  .int()
  .min(0)
  .max(2 ** 31)

const file = z.object({
  path: line(MAX_PATH_LENGTH).min(1),
  additions: count.default(0),
  deletions: count.default(0),
  status: z.enum(['added', 'modified', 'removed', 'renamed']).catch('modified'),
})

const instant = z.string().transform((value, context) => {
  const moment = parseInstant(value)
  if (moment !== null && moment > 0) return moment
  context.addIssue({ code: 'custom', message: 'expected an ISO 8601 date or time since 1970' })
  return z.NEVER
})

/** The fields of a line. Others are ignored. */
const fields = z.object({
  repo: z
    .string()
    .overwrite(safeLine)
    .max(300)
    .regex(/^[^\s/]+(?:\/[^\s/]+(?: [^\s/]+)*)+$/, 'expected owner/name'),
  number: z.int().min(1),
  title: line(MAX_TITLE_LENGTH).min(1),
  body: text.nullable(),
  merged_at: instant,
  url: z.url({ protocol: /^https?$/ }).nullish(),
  author: line(MAX_AUTHOR_LENGTH).nullish(),
  author_is_bot: z.boolean().nullish(),
  // In labelled lines, which `eval` reads, this is an object with the team's decision, which the classifier must not see.
  labels: z.union([z.object({}), z.array(line(MAX_LABEL_LENGTH))]).nullish(),
  files: z.array(file).nullish(),
  files_changed: count.nullish(),
  additions: count.nullish(),
  deletions: count.nullish(),
  commits: z.array(z.string()).nullish(),
  fragments: z.array(z.object({ path: line(MAX_PATH_LENGTH), text })).nullish(),
})

/** The parser is compiled, since files have tens of thousands of lines: it takes less than half the time. */
const parseFields = compile(fields)

/** Parses one line. Throws `invalid_parameter` with the field, the problem of its value and what is accepted. */
export function parsePullLine(raw: string): MergedPull {
  const parsed = parseFields.safeParse(jsonOf(raw))
  if (!parsed.success) throw new AppError('invalid_parameter', describeIssues(parsed.error))
  return pullFrom(parsed.data)
}

function jsonOf(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    throw new AppError('invalid_parameter', 'not JSON in UTF-8; each line is one JSON object')
  }
}

const describeIssues = (error: z.ZodError): string =>
  error.issues
    .slice(0, 3)
    .map(issue => `${issue.path.join('.') || 'the line'}: ${issue.message}`)
    .join('; ')

function pullFrom(given: z.infer<typeof parseFields>): MergedPull {
  const files: ChangedFile[] = given.files ?? []
  const body = given.body ?? ''
  const sum = (pick: (one: ChangedFile) => number) => files.reduce((total, one) => total + pick(one), 0)
  return {
    host: given.url ? mainHost(new URL(given.url).host) : 'git',
    repo: given.repo,
    number: given.number,
    title: given.title,
    body,
    author: given.author ?? null,
    authorIsBot: given.author_is_bot ?? isBot(given.author ?? ''),
    labels: Array.isArray(given.labels) ? given.labels.slice(0, MAX_LABELS) : [],
    baseBranch: null,
    mergeCommit: null,
    mergedAt: given.merged_at,
    url: given.url ?? null,
    files: files.slice(0, MAX_FILES),
    filesChanged: given.files_changed ?? files.length,
    additions: given.additions ?? sum(one => one.additions),
    deletions: given.deletions ?? sum(one => one.deletions),
    linkedIssues: linkedIssues(body, given.repo),
    commits: (given.commits ?? []).slice(-MAX_COMMITS).map(commitFrom),
    fragments: keepOwnEntries((given.fragments ?? []).slice(0, MAX_FRAGMENTS), given),
  }
}

const commitFrom = (message: string): string => recordedCommit(subjectOfCommit(message.trimStart()), message)

/** A line of a file: its pull request, or what is wrong with it. */
type PullLine = { number: number; pull: MergedPull } | { number: number; fault: string }

/** Parses batches of lines. Skips empty lines, and reports bad ones without stopping. Line numbers start at 1. */
export async function* readPullLines(batches: AsyncIterable<readonly string[]>): AsyncGenerator<PullLine[]> {
  let number = 0
  for await (const lines of batches) {
    yield lines.flatMap(raw => {
      number++
      return raw.trim() === '' ? [] : [readPullLine(raw, number)]
    })
  }
}

function readPullLine(raw: string, number: number): PullLine {
  try {
    return { number, pull: parsePullLine(raw) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { number, fault: error.message }
  }
}
