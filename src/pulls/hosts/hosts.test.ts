import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '#platform/errors.ts'
import { type CodeHostName, hostAddress } from './hosts.ts'

test('the addresses of a host and of its API follow from that of its site, in each form that people know', () => {
  const addresses: [provider: CodeHostName, site: string | undefined, host: string, apiUrl: string][] = [
    ['github', undefined, 'github.com', 'https://api.github.com'],
    ['github', 'https://www.github.com/', 'github.com', 'https://api.github.com'],
    ['github', 'https://acme.ghe.com', 'acme.ghe.com', 'https://api.acme.ghe.com'],
    ['github', 'https://git.example:8443/', 'git.example:8443', 'https://git.example:8443/api/v3'],
    ['gitlab', 'https://www.gitlab.com', 'gitlab.com', 'https://gitlab.com/api/v4'],
    ['gitlab', 'https://example.com/gitlab/', 'example.com', 'https://example.com/gitlab/api/v4'],
    ['forgejo', 'http://www.forge.example', 'www.forge.example', 'http://www.forge.example/api/v1'],
    ['bitbucket', 'https://www.bitbucket.org', 'bitbucket.org', 'https://api.bitbucket.org/2.0'],
    ['azure', undefined, 'dev.azure.com', 'https://dev.azure.com'],
    ['azure', 'https://acme.visualstudio.com/', 'dev.azure.com', 'https://dev.azure.com'],
    ['azure', 'https://tfs.example/tfs', 'tfs.example', 'https://tfs.example/tfs'],
  ]
  for (const [provider, site, host, apiUrl] of addresses)
    assert.deepEqual(hostAddress(provider, site), { host, apiUrl }, site ?? provider)
})

test('what is no address of a site is refused', () => {
  for (const site of ['github.com', 'ftp://git.example', 'https://me@git.example', 'https://git.example?a=b'])
    assert.throws(
      () => hostAddress('gitlab', site),
      (error: unknown) => error instanceof AppError && error.code === 'invalid_parameter',
    )
})
