import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import type { PreviewItem } from '#pipeline/judging/preview.ts'
import { changelog, terminalStyle } from './preview-text.ts'

const item = (number: number, headline: string, body = '', more: object = {}): PreviewItem =>
  ({
    reference: `acme/app#${number}`,
    ...{ number, commit: null, url: null, mergedAt: Date.parse('2026-12-01T12:00:00Z') },
    pitch: { headline, body },
    classification: {
      visibility: 'user-facing',
      kind: 'feature',
      magnitude: 'minor',
      reason: 'It is told.',
      ...more,
    },
  }) as PreviewItem

test('in a terminal wrapped lines keep their indent, and what is withheld stands apart', () => {
  const items = [
    item(
      7,
      'Export every report as CSV with its filters',
      'Files are prepared in the background.\n- A mail tells you when one is ready',
    ),
    item(8, 'Cache the packages', '', { visibility: 'internal', reason: 'Only CI workflows changed.' }),
  ]
  const text = stripVTControlCharacters(changelog('What is new', items, terminalStyle(36)))
  assert.equal(
    text,
    `What is new

December 2026

  New

  • Export every report as CSV with
    its filters  #7 · 1 December
    Files are prepared in the
    background.
    - A mail tells you when one is
      ready

Withheld

  • Cache the packages
    #8 · 1 December 2026
    Only CI workflows changed
`,
  )
})
