import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  isAllowedRedirectUri,
  isSafeToRedirect,
  matchesRegistered,
  redirectTarget,
  redirectWith,
} from './redirects.ts'

const OURS = 'https://app.example.com/callback'

const GOOD = [
  OURS,
  'https://app.example.com/callback?from=tidings',
  'https://app.example.com',
  'https://claude.ai/api/mcp/auth_callback',
  'https://chatgpt.com/connector_platform_oauth_redirect',
  'https://vscode.dev/redirect',
  'https://insiders.vscode.dev/redirect',
  'http://127.0.0.1/',
  'http://127.0.0.1:33418/',
  'http://127.0.0.1:33418',
  'http://localhost:6274/oauth/callback',
  'http://[::1]:1234/callback',
  'cursor://anysphere.cursor-retrieval/oauth/user-tidings/callback',
  'vscode://vscode.github-authentication/did-authenticate',
]

const BAD = [
  '',
  'callback',
  '//app.example.com/callback',
  `javascript:alert(1)//${OURS}`,
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://app.example.com/1',
  'about:blank',
  'ftp://app.example.com/callback',
  'intent://x#Intent;end',
  'com.example.app:/callback',
  'http://app.example.com/callback',
  'http://127.0.0.1.example.com/callback',
  'http://localhost.example.com/callback',
  'http://10.0.0.1/callback',
  'http://0.0.0.0/callback',
  'http://127.1/callback',
  'http://2130706433/callback',
  `${OURS}#fragment`,
  `${OURS}#`,
  'https://user@app.example.com/callback',
  'https://app.example.com:x@evil.example/callback',
  'https://app.example.com./callback',
  'https://app.example.com\\@evil.example/callback',
  'https:/app.example.com/callback',
  'https:app.example.com/callback',
  'HTTPS://app.example.com/callback',
  'https://APP.example.com/callback',
  'https://app.example.com:443/callback',
  'https://app.example.com/a/../callback',
  'https://app.example.com/call back',
  'https://app.example.com/callback\n',
  ' https://app.example.com/callback',
  'https://äpp.example.com/callback',
  `https://app.example.com/${'x'.repeat(2_000)}`,
]

for (const address of GOOD)
  test(`the redirect URI ${address} is allowed`, () => assert.ok(isAllowedRedirectUri(address)))

for (const address of BAD)
  test(`the redirect URI ${JSON.stringify(address.slice(0, 60))} is refused`, () =>
    assert.ok(!isAllowedRedirectUri(address)))

const TRICKS = [
  ...BAD,
  `${OURS}/`,
  `${OURS}/more`,
  `${OURS}?more=1`,
  'https://app.example.com/Callback',
  'https://app.example.com/',
  'https://app.example.com.evil.example/callback',
  'https://evil.example/?https://app.example.com/callback',
  'https://app.example.com:8443/callback',
  'https://xapp.example.com/callback',
  'https://app.example.com/callback%2f',
  'https://app.example.com/%63allback',
]

test('a redirect URI must equal the registered one exactly', () => {
  assert.ok(matchesRegistered([OURS], OURS))
  for (const address of TRICKS) assert.ok(!matchesRegistered([OURS], address), address)
  assert.ok(!matchesRegistered([], OURS))
})

test('a loopback redirect URI may differ from the registered one only in its port', () => {
  const named = ['http://127.0.0.1/callback', 'http://localhost:33418/callback']
  for (const address of [
    'http://127.0.0.1/callback',
    'http://127.0.0.1:50000/callback',
    'http://localhost:1/callback',
  ])
    assert.ok(matchesRegistered(named, address), address)
  for (const address of [
    'http://[::1]:50000/callback',
    'http://127.0.0.2/callback',
    'http://127.0.0.1:50000/callback/',
    'http://127.0.0.1:50000/callback?x=1',
    'http://127.0.0.1:50000/other',
    'http://127.0.0.1:50000@evil.example/callback',
    'http://127.0.0.1:99999/callback',
    'https://127.0.0.1:50000/callback',
    'https://localhost/callback',
  ])
    assert.ok(!matchesRegistered(named, address), address)
  assert.ok(!matchesRegistered(['https://app.example.com:1/callback'], 'https://app.example.com:2/callback'))
})

test('only redirects to the local machine or a known app happen without a click', () => {
  for (const address of [
    'http://127.0.0.1:1/callback',
    'cursor://x/callback',
    'https://vscode.dev/redirect',
    'vscode://x/y',
  ])
    assert.ok(isSafeToRedirect(address), address)
  for (const address of [OURS, 'https://vscode.dev/redirect/', 'https://vscode.dev/redirect?x=1'])
    assert.ok(!isSafeToRedirect(address), address)
})

test('the consent page names the site, machine or app that a redirect leads to', () => {
  assert.deepEqual(redirectTarget('https://app.example.com:8443/x'), {
    kind: 'site',
    name: 'app.example.com:8443',
  })
  assert.deepEqual(redirectTarget('http://[::1]:5/x'), { kind: 'machine', name: '[::1]' })
  assert.deepEqual(redirectTarget('cursor://x/y'), { kind: 'app', name: 'Cursor' })
})

test('the parameters of an answer are appended to the existing query', () => {
  assert.equal(redirectWith(OURS, { code: 'a b&c' }), `${OURS}?code=a+b%26c`)
  assert.equal(redirectWith(`${OURS}?x=1`, { code: '1' }), `${OURS}?x=1&code=1`)
})
