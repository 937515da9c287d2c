import { counted } from '#cli/format.ts'
import type { Proof } from '#pipeline/proofreading/check.ts'
import type { Finding } from '#pipeline/proofreading/finding.ts'
import { safeLine } from '#platform/text.ts'

/** The findings for people. Each line of it begins with words of its own, so that no pipeline takes notes for a command. */
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

/** Text in one line, without the form of commands that GitHub's runner finds anywhere in a line. */
const inOneLine = (text: string): string => safeLine(text).replaceAll('##[', '## [')
