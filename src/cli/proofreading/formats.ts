import { createHash } from 'node:crypto'
import { counted } from '#cli/format.ts'
import type { Proof } from '#pipeline/proofreading/check.ts'
import { FINDING_KINDS, type Finding, type FindingKind } from '#pipeline/proofreading/finding.ts'
import { safeLine, safeText } from '#platform/text.ts'
import { productVersion } from '#platform/version.ts'

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

const MEANINGS: Record<FindingKind, string> = {
  invented: 'No merge of the release supports the line.',
  reverted: 'The line tells of a change that was reverted before the release.',
  'not-live': 'The line tells of a change that customers cannot have yet.',
  'not-in-range': 'The line tells of a change that an earlier release had.',
  dropped: 'No line tells of a change that customers would notice.',
}

/** The findings as a SARIF 2.1.0 log (docs.oasis-open.org/sarif), which code hosts and editors read. `file` is relative to the folder. */
export const sarifOf = (findings: readonly Finding[], file: string, failing: ReadonlySet<FindingKind>) => ({
  $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: {
          name: 'Tidings',
          version: productVersion(),
          rules: FINDING_KINDS.map(kind => ({
            id: kind,
            shortDescription: { text: MEANINGS[kind] },
            defaultConfiguration: { level: levelOf(kind, failing) },
          })),
        },
      },
      results: findings.map(finding => resultOf(finding, file, failing)),
    },
  ],
})

const levelOf = (kind: FindingKind, failing: ReadonlySet<FindingKind>): 'error' | 'warning' =>
  failing.has(kind) ? 'error' : 'warning'

const resultOf = (
  { kind, line, text, merge, message, suggestion }: Finding,
  file: string,
  failing: ReadonlySet<FindingKind>,
) => ({
  ruleId: kind,
  ruleIndex: FINDING_KINDS.indexOf(kind),
  level: levelOf(kind, failing),
  message: { text: `${message} ${suggestion}` },
  locations: [
    {
      physicalLocation: {
        artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/') },
        region: { startLine: line },
      },
    },
  ],
  partialFingerprints: { 'tidings/v1': fingerprintOf(kind, text, merge?.reference ?? '') },
})

/** The fingerprint of a finding, which does not change when lines move. */
const fingerprintOf = (kind: string, text: string | null, reference: string): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, text, reference]))
    .digest('hex')
    .slice(0, 32)
