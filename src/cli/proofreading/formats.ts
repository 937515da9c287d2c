import { counted } from '#cli/format.ts'
import type { Proof } from '#pipeline/proofreading/check.ts'
import type { Finding, FindingKind } from '#pipeline/proofreading/finding.ts'
import { safeLine, safeText } from '#platform/text.ts'

/** The findings as text for people. Each line begins with words of Tidings, so that no pipeline takes the checked text for a command. */
export function findingsText(proof: Proof, file: string): string {
  const { findings, lines, merges } = proof
  const read = `${counted(lines, 'line', 'lines')} checked against ${counted(merges, 'merge', 'merges')}`
  const sum = findings.length === 0 ? 'nothing found' : counted(findings.length, 'finding', 'findings')
  return `${findings.map(finding => paragraphOf(finding, file)).join('')}${inOneLine(`${read}: ${sum}.`)}\n`
}

const paragraphOf = ({ kind, line, text, message, suggestion, merge }: Finding, file: string): string =>
  [
    `${inOneLine(file)}:${line}: ${kind}: ${inOneLine(message)}`,
    ...(text === null ? [] : [`  line: ${inOneLine(text)}`]),
    `  do:   ${inOneLine(suggestion)}`,
    ...(merge?.url ? [`  see:  ${inOneLine(merge.url)}`] : []),
    '',
  ]
    .join('\n')
    .concat('\n')

/** The text in one line, without `##[`, which GitHub's runner takes for a command anywhere in a line. */
const inOneLine = (text: string): string => safeLine(text).replaceAll('##[', '## [')

/**
 * The findings as workflow commands, which GitHub shows beside the lines of a pull request: errors for the kinds that fail the check,
 * warnings for others. Texts and titles are escaped, so that they are not taken for commands.
 */
export const annotationsOf = (
  findings: readonly Finding[],
  file: string,
  failing: ReadonlySet<FindingKind>,
): string => findings.map(finding => annotationOf(finding, file, failing)).join('')

function annotationOf(
  { kind, line, message, suggestion }: Finding,
  file: string,
  failing: ReadonlySet<FindingKind>,
): string {
  const level = failing.has(kind) ? 'error' : 'warning'
  const properties = Object.entries({ file, line: String(line), title: `Release notes: ${kind}` })
  const written = properties.map(([name, value]) => `${name}=${escapedProperty(value)}`).join(',')
  return `::${level} ${written}::${escapedData(`${message}\n${suggestion}`)}\n`
}

const escapedData = (text: string): string =>
  safeText(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const escapedProperty = (text: string): string =>
  escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
