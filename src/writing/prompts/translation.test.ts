import assert from 'node:assert/strict'
import { test } from 'node:test'
import { translationFault } from './translation.ts'

const entry = {
  headline: 'Export up to 1,500 rows with `--csv`',
  body: 'See [the guide](https://acme.example/csv).\n\n- Open the report\n- Press Export',
}
const german = {
  headline: 'Bis zu 1.500 Zeilen mit `--csv` exportieren',
  body: 'Siehe [die Anleitung](https://acme.example/csv).\n\n- Bericht öffnen\n- „Export“ drücken',
}

test('a translation keeps code, addresses, numbers and lists, in whatever order', () => {
  assert.equal(translationFault(entry, german), null)
  assert.equal(
    translationFault({ headline: 'Share 25 files', body: '' }, { headline: 'شارك ٢٥ ملفًا', body: '' }),
    null,
  )
})

for (const [what, change] of [
  ['numbers', { headline: 'Bis zu 1.600 Zeilen mit `--csv` exportieren' }],
  ['code', { headline: 'Bis zu 1.500 Zeilen mit `--tabelle` exportieren' }],
  ['addresses', { body: german.body.replace('acme', 'evil') }],
  ['list items', { body: german.body.replace('\n- „Export“ drücken', '') }],
  ['no body', { body: '' }],
  ['no title', { headline: ' ' }],
] as const)
  test(`a translation with other ${what} is not used`, () => {
    assert.match(translationFault(entry, { ...german, ...change }) ?? '', new RegExp(what))
  })
