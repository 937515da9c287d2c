import { roleOf } from '#judgement/classification/features/file-role.ts'
import { clip, safeLine } from '#platform/text.ts'
import type { FileDiff } from '#pulls/hosts/code-host.ts'
import { isHarmless } from '#writing/excerpt.ts'
import type { Role } from '../judgement/classification/features/file-role.ts'

/** The most characters of an excerpt. */
const MOST = 4_000
/** The most characters of one file, so that a few files are seen and not the start of one. */
const MOST_OF_ONE = 1_200
const LONGEST_LINE = 160
/** A longer patch is not read to its end. */
const MOST_READ = 200_000

/** The roles of files that tell what a change is about, the most telling first. Others are left out. */
const TELLING: readonly Role[] = ['interface', 'source', 'translation', 'documentation', 'other', 'migration']

/** Lists of packages, wherever they lie. */
const MANIFEST = /(?:^|\/)(?:package|composer|cargo|pyproject)\.\w+$/i

/**
 * Changed lines of the files that tell the most, as text to read: no tests, generated files or lockfiles, no imports, nothing that was only
 * moved, no line that may hold a secret, and no file that speaks to a language model.
 */
export function diffExcerpt(files: readonly FileDiff[]): string {
  const changed = files.map(({ path, patch }) => ({
    path,
    rank: MANIFEST.test(path) ? -1 : TELLING.indexOf(roleOf(path)),
    lines: changedLines(patch),
  }))
  const isMoved = movedIn(changed.flatMap(({ lines }) => lines))
  const telling = changed
    .map(({ lines, ...file }) => ({ ...file, lines: lines.filter(line => !isMoved(line)) }))
    .filter(({ rank, lines }) => rank >= 0 && lines.length > 0)
    .toSorted((a, b) => a.rank - b.rank || b.lines.length - a.lines.length)
  let excerpt = ''
  for (const { path, lines } of telling) {
    const part = `${clip(safeLine(path), LONGEST_LINE)}\n${mostTelling(lines)}`
    if (!isHarmless(part)) continue
    if (excerpt.length + part.length + 2 > MOST) break
    excerpt += excerpt === '' ? part : `\n\n${part}`
  }
  return excerpt
}

/** Imports in many languages, and what stands alone on a line of a list, such as `Dialog,` or `</div>`. */
const UNTELLING =
  /^(?:import|from|using|use|include|#include|require|package|export \*|\} from)\b|^class(?:Name)?=|^<?\/?[\w.]*[>,;]?$/
const LIST_OF_IMPORTS = /^import\b[^'"]*[{(]$/

/** `+ added` and `- removed`, in their order. */
function changedLines(patch: string): string[] {
  const changed: string[] = []
  let isImporting = false
  for (const line of patch.slice(0, MOST_READ).split('\n')) {
    const text = safeLine(line.slice(1))
    if (isImporting) isImporting = !/^[})]/.test(text)
    else if (LIST_OF_IMPORTS.test(text)) isImporting = true
    else if (/^[+-]/.test(line) && /\p{L}/u.test(text) && !UNTELLING.test(text) && !mayHoldSecret(text))
      changed.push(`${line[0]} ${clip(text, LONGEST_LINE)}`)
  }
  return changed
}

/** Whether a line was removed in one place and added in another. */
function movedIn(lines: readonly string[]): (line: string) => boolean {
  const all = new Set(lines)
  return line => all.has(`${line.startsWith('+') ? '-' : '+'}${line.slice(1)}`)
}

/** Three words in a row, as people are spoken to on a screen or in documentation. */
const SPOKEN = /\p{L}{2} \p{L}{1,30} \p{L}{2}/u
const CODE =
  /^[+-] (?:export|const|let|var|function|async|for|if|return|type|interface|class|public|private|def|func)\b/

/** The lines that fit, in their order: those with words first. */
function mostTelling(lines: readonly string[]): string {
  const kept = new Set<number>()
  const byWords = lines.map((line, at) => ({ line, at, isSpoken: SPOKEN.test(line) && !CODE.test(line) }))
  let length = 0
  for (const { line, at } of byWords.toSorted((a, b) => Number(b.isSpoken) - Number(a.isSpoken))) {
    length += line.length + 1
    if (length > MOST_OF_ONE) break
    kept.add(at)
  }
  return lines.filter((_, at) => kept.has(at)).join('\n')
}

const SECRET_NAMES =
  /(?:secret|token|passw(?:or)?d|passphrase|api[_-]?key|access[_-]?key|private[_-]?key|credential|authorization)["']?\s{0,3}[:=]/i
const SECRET_FORMS =
  /-----BEGIN|\b(?:AKIA|ASIA|gh[opsur]_|github_pat_|glpat-|xox[abposr]-|sk-|sk_live_|rk_live_|AIza|eyJ)[\w-]{8}|\/\/[^\s/:@]{1,100}:[^\s/@]{1,100}@/
/** Keys and hashes: many letters and digits in a row. */
const RANDOM = /[A-Za-z0-9+/_=-]{32,}/g

/** Whether a line may hold a secret; rather one line too many than one too few. */
const mayHoldSecret = (line: string): boolean =>
  SECRET_NAMES.test(line) || SECRET_FORMS.test(line) || (line.match(RANDOM) ?? []).some(run => /\d/.test(run))
