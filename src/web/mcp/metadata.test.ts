import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mcpServerInfo, resourceMetadata, resourceMetadataPath, resourceMetadataUrl } from './metadata.ts'

test('the path of the public address follows the well-known path', () => {
  const base = 'https://example.com/news'
  assert.equal(resourceMetadataPath(base), '/.well-known/oauth-protected-resource/news/mcp')
  assert.equal(resourceMetadataUrl(base), 'https://example.com/.well-known/oauth-protected-resource/news/mcp')
  assert.equal(resourceMetadata(base).resource, 'https://example.com/news/mcp')
})

test('every host gives a valid server name', () => {
  for (const [base, name] of [
    ['https://changelog.example.com', 'com.example.changelog/tidings'],
    ['http://localhost:8080', 'localhost/tidings'],
    ['http://127.0.0.1:8080', '127.0.0.1/tidings'],
    ['http://[2001:db8::7]:8080', '2001-db8--7/tidings'],
  ] as const)
    assert.equal(mcpServerInfo(base).name, name)
})
