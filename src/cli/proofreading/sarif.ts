import { createHash } from 'node:crypto'
import { FINDING_KINDS, type Finding, type FindingKind } from '#pipeline/proofreading/finding.ts'
import { productVersion } from '#platform/version.ts'

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
