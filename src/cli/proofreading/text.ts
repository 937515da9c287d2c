import { counted } from '#cli/format.ts'
import type { Proof } from '#pipeline/proofreading/check.ts'
import type { Finding } from '#pipeline/proofreading/finding.ts'
import { safeLine } from '#platform/text.ts'

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
