import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRemote, webAddressesOf } from './remote.ts'

const line = (address: string) => {
  const place = readRemote(address)
  return place && `${place.host} ${place.repo} ${place.url}`
}

test('every form of a remote gives the same page, without credentials', () => {
  const same = [
    'https://github.com/acme/app.git',
    'https://ada:secret@github.com/acme/app',
    'https://x-access-token:ghs_1@github.com/acme/app.git/',
    'git@github.com:acme/app.git',
    'github.com:acme/app',
    'ssh://git@github.com/acme/app.git',
    'ssh://git@ssh.github.com:443/acme/app.git',
    'git://github.com/acme/app.git',
    'https://www.github.com/acme/app',
  ]
  for (const address of same)
    assert.equal(line(address), 'github.com acme/app https://github.com/acme/app', address)
})

test('Azure and Bitbucket Server addresses are understood', () => {
  const azure = 'dev.azure.com acme/shop/app https://dev.azure.com/acme/shop/_git/app'
  assert.equal(line('https://ada@dev.azure.com/acme/shop/_git/app'), azure)
  assert.equal(line('git@ssh.dev.azure.com:v3/acme/shop/app'), azure)
  assert.equal(line('acme@vs-ssh.visualstudio.com:v3/acme/shop/app'), azure)
  assert.equal(line('https://acme.visualstudio.com/shop/_git/app'), azure)
  const short = 'dev.azure.com acme/app https://dev.azure.com/acme/app/_git/app'
  for (const address of [
    'https://dev.azure.com/acme/_git/app',
    'https://ada@dev.azure.com/acme/app/_git/app',
  ])
    assert.equal(line(address), short)
  assert.equal(
    line('https://code.example.org/scm/KEY/app.git'),
    'code.example.org KEY/app https://code.example.org/projects/KEY/repos/app',
  )
  assert.equal(
    line('git@gitlab.example.org:group/sub/app.git'),
    'gitlab.example.org group/sub/app https://gitlab.example.org/group/sub/app',
  )
  assert.equal(line('http://lan:3000/acme/app'), 'lan:3000 acme/app http://lan:3000/acme/app')
  assert.equal(
    line('ssh://git@forge.example.org:2222/acme/app'),
    'forge.example.org acme/app https://forge.example.org/acme/app',
  )
})

test('an SSH alias has no page, and a local path or nonsense is not a remote', () => {
  assert.equal(line('work:acme/app'), 'work acme/app null')
  const none = [
    '',
    '/srv/git/app.git',
    '../app',
    'file:///srv/app',
    'C:\\git\\app',
    'C:/git/app',
    'javascript:alert(1)',
  ]
  for (const address of [
    ...none,
    'ext::sh -c id',
    'https://',
    'https://github.com/',
    'git@host:',
    '-x:y/z',
    'a b:c',
  ])
    assert.equal(line(address), null, address)
})

test('a page address never carries markup from a path', () => {
  assert.equal(line('https://h.org/a"><b>/x'), 'h.org a"><b>/x https://h.org/a%22%3E%3Cb%3E/x')
})

test('each kind of host has its own addresses of pull requests and commits', () => {
  const pull = (host: string) => webAddressesOf({ host, url: 'U' }, null).pull(12)
  assert.equal(pull('github.com'), 'U/pull/12')
  assert.equal(pull('github.acme.org'), 'U/pull/12')
  assert.equal(pull('gitlab.acme.org'), 'U/-/merge_requests/12')
  assert.equal(pull('codeberg.org'), 'U/pulls/12')
  assert.equal(pull('bitbucket.org'), 'U/pull-requests/12')
  assert.equal(pull('dev.azure.com'), 'U/pullrequest/12')
  assert.equal(pull('code.acme.org'), null)
  assert.equal(webAddressesOf({ host: 'bitbucket.org', url: 'U' }, null).commit('abc'), 'U/commits/abc')
})

test('on an unknown host the landing style decides the addresses; without a page there are none', () => {
  assert.equal(
    webAddressesOf({ host: 'code.acme.org', url: 'U' }, 'gitlab-merge').pull(12),
    'U/-/merge_requests/12',
  )
  assert.equal(webAddressesOf({ host: 'code.acme.org', url: 'U' }, 'squash').commit('abc'), null)
  assert.equal(webAddressesOf({ host: 'github.com', url: null }, 'squash').pull(12), null)
})
