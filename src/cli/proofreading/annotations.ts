import type { Finding, FindingKind } from '#pipeline/proofreading/finding.ts'
import { safeText } from '#platform/text.ts'

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
