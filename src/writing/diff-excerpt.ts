import { roleOf } from '#judgement/classification/features/file-role.ts'
import { clip, safeLine } from '#platform/text.ts'
import type { FileDiff } from '#pulls/hosts/code-host.ts'
import { isHarmless } from '#writing/models/prompt-injection.ts'
import type { FileRole } from '../judgement/classification/features/file-role.ts'

/** The most characters of an excerpt. */
const MOST = 4_000
/** The most characters of one file, so that an excerpt shows a few files and not only the start of one. */
const MOST_OF_ONE = 1_200
const LONGEST_LINE = 160
const LONGEST_HEAD = 80
/** The most characters of a patch that are read. */
const MOST_READ = 200_000

/** The roles of files that say most about a change, the most telling first. Files with other roles are left out. */
const TELLING: readonly FileRole[] = [
  'interface',
  'translation',
  'documentation',
  'source',
  'other',
  'migration',
]
/** Roles of files that are read only if no other telling file was changed. */
const ALONE: readonly FileRole[] = ['style']

/** Matches lists of packages, in any folder. */
const MANIFEST = /(?:^|\/)(?:package|composer|cargo|pyproject)\.\w+$/i
/** Match translations into English, the language in which most texts of an interface are written first, and of these the main one. */
const ENGLISH = [/(?:^|[/._-])en[/.]/i, /(?:^|[/._-])en(?:[-_][a-z]{2})?[/._-]/i]

/**
 * The changed lines of the most telling files, as text to read. Leaves out tests, generated files, lockfiles,
 * imports, lines that were only moved or occur twice, further languages, style sheets beside other files,
 * lines that may contain a secret, and files that address a language model.
 */
export function diffExcerpt(files: readonly FileDiff[]): string {
  const changed = files.map(({ path, patch }) => ({ path, role: roleOf(path), lines: changedLines(patch) }))
  const roles = changed.some(({ role }) => TELLING.includes(role)) ? TELLING : ALONE
  const translations = changed.filter(({ role }) => role === 'translation')
  const [language] = [
    ...ENGLISH.flatMap(english => translations.filter(({ path }) => english.test(path))),
    ...translations,
  ]
  const isUnread = unread(changed.flatMap(({ lines }) => lines))
  const telling = changed
    .filter(({ path, role }) => roles.includes(role) && !MANIFEST.test(path))
    .filter(({ path, role }) => role !== 'translation' || path === language?.path)
    .toSorted((a, b) => roles.indexOf(a.role) - roles.indexOf(b.role) || b.lines.length - a.lines.length)
    .map(({ path, lines }) => ({ path, lines: lines.filter(isUnread) }))
    .filter(({ lines }) => lines.length > 0)
  let excerpt = ''
  for (const { path, lines } of telling) {
    const part = `${clip(safeLine(path), LONGEST_LINE)}\n${mostTelling(lines)}`
    if (!isHarmless(part)) continue
    if (excerpt.length + part.length + 2 > MOST) break
    excerpt += excerpt === '' ? part : `\n\n${part}`
  }
  return excerpt
}

/** A line such as `+ added` or `- removed`, and the function or selector around it; empty if none is known. */
interface ChangedLine {
  text: string
  within: string
}

/** Matches imports in many languages, and lines that are a single item of a list, such as `Dialog,` or `</div>`. */
const UNTELLING =
  /^(?:import|from|using|use|include|#include|require|package|export \*|\} from)\b|^class(?:Name)?=|^<?\/?[\w.]*[>,;]?$/
const LIST_OF_IMPORTS = /^import\b[^'"]*[{(]$/

/** Match the beginning of tests inside a source file: of a single test, and of tests that continue to its end. */
const TESTS = /^#\[(?:\w+::)*test\b|\bfn test_|^test "/
const TESTS_TO_END = /^#\[cfg\(test\)|^(?:pub )?mod tests?\b|\bimport\.meta\.vitest\b/
const HUNK = /^@@ [^@\n]{1,60} @@ ?(.*)/
/** Matches the head of a function, class or selector. */
const HEAD = /[{:]$/

function changedLines(patch: string): ChangedLine[] {
  const changed: ChangedLine[] = []
  let [isImporting, isTest, isTestToEnd, within] = [false, false, false, '']
  for (const line of patch.slice(0, MOST_READ).split('\n')) {
    const hunk = HUNK.exec(line)?.[1]
    const text = safeLine(hunk ?? line.slice(1))
    isTestToEnd ||= TESTS_TO_END.test(text)
    isTest = isTestToEnd || TESTS.test(text) || (isTest && hunk === undefined)
    if (hunk !== undefined || (line.startsWith(' ') && HEAD.test(text)))
      within = /\p{L}/u.test(text) && !mayHoldSecret(text) ? clip(text, LONGEST_HEAD) : ''
    if (hunk !== undefined || isTest) continue
    if (isImporting) isImporting = !/^[})]/.test(text)
    else if (LIST_OF_IMPORTS.test(text)) isImporting = true
    else if (/^[+-]/.test(line) && /\p{L}/u.test(text) && !UNTELLING.test(text) && !mayHoldSecret(text))
      changed.push({ text: `${line[0]} ${clip(text, LONGEST_LINE)}`, within })
  }
  return changed
}

/**
 * A function that tells whether a line is new: it has not been seen before, and was not only moved, that is,
 * removed in one place and added in another.
 */
function unread(lines: readonly ChangedLine[]): (line: ChangedLine) => boolean {
  const all = new Set(lines.map(({ text }) => text))
  const seen = new Set<string>()
  return ({ text }) => {
    if (seen.has(text) || all.has(`${text.startsWith('+') ? '-' : '+'}${text.slice(1)}`)) return false
    seen.add(text)
    return true
  }
}

/** Matches three words in a row, as in texts on a screen or in documentation. */
const SPOKEN = /\p{L}{2} \p{L}{1,30} \p{L}{2}/u
const CODE =
  /^[+-] (?:export|const|let|var|function|async|for|if|return|type|interface|class|public|private|def|func)\b/

/** The lines that fit, in their order, each below its context. Lines with words take precedence. */
function mostTelling(lines: readonly ChangedLine[]): string {
  const byWords = lines.map((line, at) => ({
    at,
    ...line,
    isSpoken: SPOKEN.test(line.text) && !CODE.test(line.text),
  }))
  const kept = new Set<number>()
  let length = 0
  for (const { text, within, at } of byWords.toSorted((a, b) => Number(b.isSpoken) - Number(a.isSpoken))) {
    length += text.length + 1 + (within === lines[at - 1]?.within ? 0 : within.length)
    if (length > MOST_OF_ONE) break
    kept.add(at)
  }
  const told = lines.filter((_, at) => kept.has(at))
  return told
    .map(({ text, within }, at) =>
      within !== '' && within !== told[at - 1]?.within ? `@ ${within}\n${text}` : text,
    )
    .join('\n')
}

const SECRET_NAMES =
  /(?:secret|token|passw(?:or)?d|passphrase|api[_-]?key|access[_-]?key|private[_-]?key|credential|authorization)["']?\s{0,3}[:=]/i
const SECRET_FORMS =
  /-----BEGIN|\b(?:AKIA|ASIA|gh[opsur]_|github_pat_|glpat-|xox[abposr]-|sk-|sk_live_|rk_live_|AIza|eyJ)[\w-]{8}|\/\/[^\s/:@]{1,100}:[^\s/@]{1,100}@/
/** Matches keys and hashes: many letters and digits in a row. */
const RANDOM = /[A-Za-z0-9+/_=-]{32,}/g

/** Whether a line may contain a secret. Dropping a harmless line is better than showing a secret. */
const mayHoldSecret = (line: string): boolean =>
  SECRET_NAMES.test(line) || SECRET_FORMS.test(line) || (line.match(RANDOM) ?? []).some(run => /\d/.test(run))
