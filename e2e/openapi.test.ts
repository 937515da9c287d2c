import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startTidings } from '../bench/servers.ts'
import { aFolder, said } from './checkout.ts'

const quiet = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

test('the OpenAPI document passes two linters', async context => {
  const folder = aFolder(context)
  const server = await startTidings('serve', { TIDINGS_DATA: join(folder, 'data') })
  context.after(() => server.stop())
  const document = await (await fetch(`http://127.0.0.1:${server.port}/openapi.json`)).text()
  assert.equal(JSON.parse(document).openapi.slice(0, 3), '3.1')
  const file = join(folder, 'openapi.json')
  const rules = join(folder, 'rules.yaml')
  writeFileSync(file, document)
  writeFileSync(rules, 'extends: ["spectral:oas"]\n')
  const here = { cwd: import.meta.dirname, env: quiet }
  // Each linter ends with an error code when it finds an error, and `said` then throws with its findings.
  await said('redocly', ['lint', '--extends=recommended', file], here)
  await said('spectral', ['lint', '--fail-severity=error', '--ruleset', rules, file], here)
})
