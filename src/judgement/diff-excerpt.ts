import { isHarmless } from '#judgement/excerpt.ts'
import { clip, safeLine } from '#platform/text.ts'
import type { FileDiff } from '#pulls/hosts/code-host.ts'
import { roleOf } from './classification/features/file-role.ts'
import type { Role } from './classification/features/role-names.ts'

/** In characters. */
const MOST = 4_000
/** So that a few files are seen, and not the start of one. */
const MOST_OF_ONE = 1_200
const LONGEST_LINE = 160
/** A longer patch is not read to its end. */
const MOST_READ = 200_000

/** The roles of files that tell what a change is about, the most telling first. Others are left out. */
const TELLING: readonly Role[] = ['interface', 'source', 'translation', 'documentation', 'other', 'migration']

/**
 * The first changed lines of the files that tell the most, as text to read: no tests, generated files or lockfiles, no line that may hold a
 * secret, and no file that speaks to a language model.
 */
export function diffExcerpt(files: readonly FileDiff[]): string {
  const telling = files
    .map(({ path, patch }) => ({ path, rank: TELLING.indexOf(roleOf(path)), lines: changedLines(patch) }))
    .filter(({ rank, lines }) => rank >= 0 && lines.length > 0)
    .toSorted((a, b) => a.rank - b.rank || b.lines.length - a.lines.length)
  let excerpt = ''
  for (const { path, lines } of telling) {
    const part = `${clip(safeLine(path), LONGEST_LINE)}\n${beginning(lines)}`
    if (!isHarmless(part)) continue
    if (excerpt.length + part.length + 2 > MOST) break
    excerpt += excerpt === '' ? part : `\n\n${part}`
  }
  return excerpt
}

function changedLines(patch: string): string[] {
  const lines = patch.slice(0, MOST_READ).split('\n')
  return lines.filter(line => /^[+-]\s*\S/.test(line) && !mayHoldSecret(line)).map(line => line.trimEnd())
}

function beginning(lines: readonly string[]): string {
  let text = ''
  for (const line of lines) {
    const short = `${line[0]} ${clip(safeLine(line.slice(1)), LONGEST_LINE)}`
    if (text.length + short.length + 1 > MOST_OF_ONE) break
    text += text === '' ? short : `\n${short}`
  }
  return text
}

const SECRET_NAMES =
  /(?:secret|token|passw(?:or)?d|passphrase|api[_-]?key|access[_-]?key|private[_-]?key|credential|authorization)["']?\s{0,3}[:=]/i
const SECRET_FORMS =
  /-----BEGIN|\b(?:AKIA|ASIA|gh[opsur]_|github_pat_|glpat-|xox[abposr]-|sk-|sk_live_|rk_live_|AIza|eyJ)[\w-]{8}|\/\/[^\s/:@]{1,100}:[^\s/@]{1,100}@/
/** Keys and hashes: many letters and digits in a row. */
const RANDOM = /[A-Za-z0-9+/_=-]{32,}/g

/** Rather one line too many than one too few. */
const mayHoldSecret = (line: string): boolean =>
  SECRET_NAMES.test(line) || SECRET_FORMS.test(line) || (line.match(RANDOM) ?? []).some(run => /\d/.test(run))
