import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fetchPicture, type PictureConnection } from './fetch-picture.ts'

const TOKEN = 'good-token'

const connected = (more: Partial<PictureConnection>): PictureConnection => ({
  provider: 'github',
  apiUrl: 'https://api.github.com',
  repo: 'acme/app',
  externalId: '42',
  token: async () => TOKEN,
  ...more,
})

const GITHUB = connected({})
const GITLAB = connected({ provider: 'gitlab', apiUrl: 'https://git.example/gitlab/api/v4' })
const FORGEJO = connected({ provider: 'forgejo', apiUrl: 'https://codeberg.org/api/v1' })

/** The addresses that are requested for a picture, with their credentials. */
async function asked(address: string, connection: PictureConnection | null): Promise<(string | null)[]> {
  const requests: (string | null)[] = []
  await fetchPicture(address, connection, async (input, init) => {
    requests.push(String(input), new Headers(init?.headers).get('authorization'))
    return new Response('picture', { headers: { 'content-type': 'image/png' } })
  })
  return requests
}

test('uploads of the connected repository are asked for with its token', async () => {
  const assets = 'https://github.com/user-attachments/assets/0b9f1c6e'
  assert.deepEqual(await asked(assets, GITHUB), [assets, `Bearer ${TOKEN}`])
  const older = 'https://github.com/acme/app/assets/1/0b9f1c6e'
  assert.deepEqual(await asked(older, GITHUB), [older, `Bearer ${TOKEN}`])
  const attachment = 'https://codeberg.org/attachments/0b9f1c6e'
  assert.deepEqual(await asked(attachment, FORGEJO), [attachment, `token ${TOKEN}`])
  const api = 'https://git.example/gitlab/api/v4/projects/acme%2Fapp/uploads/0123abcd/chart.png'
  for (const project of ['acme/app', '-/project/42'])
    assert.deepEqual(
      await asked(`https://git.example/gitlab/${project}/uploads/0123abcd/chart.png`, GITLAB),
      [api, `Bearer ${TOKEN}`],
    )
})

test('nothing else is asked for with a token', async () => {
  const others: [address: string, connection: PictureConnection | null][] = [
    ['https://github.com/other/secret/assets/1/0b9f1c6e', GITHUB],
    ['https://github.com/acme/app/raw/main/chart.png', GITHUB],
    ['https://github.com.example.com/user-attachments/assets/0b9f1c6e', GITHUB],
    ['http://github.com/user-attachments/assets/0b9f1c6e', GITHUB],
    ['https://example.com/user-attachments/assets/0b9f1c6e', GITHUB],
    ['https://github.com/user-attachments/../other/secret/raw/main/x.png', GITHUB],
    ['https://git.example/gitlab/other/secret/uploads/0123abcd/chart.png', GITLAB],
    ['https://git.example/gitlab/-/project/43/uploads/0123abcd/chart.png', GITLAB],
    ['https://git.example/acme/app/uploads/0123abcd/chart.png', GITLAB],
    ['https://codeberg.org/other/secret/raw/x.png', FORGEJO],
    ['https://github.com/user-attachments/assets/0b9f1c6e', connected({ token: null })],
    ['https://github.com/user-attachments/assets/0b9f1c6e', null],
  ]
  for (const [address, connection] of others)
    assert.deepEqual(await asked(address, connection), [new URL(address).href, null], address)
})

test('an address that only begins like that of an upload is asked for without a token', async () => {
  const places: [site: string, folders: string[], id: string, connection: PictureConnection][] = [
    ['https://github.com', ['/user-attachments/assets', '/acme/app/assets/1'], '0b9f1c6e', GITHUB],
    ['https://codeberg.org', ['/attachments', '/acme/app/attachments'], '0b9f1c6e', FORGEJO],
    [
      'https://git.example/gitlab',
      ['/acme/app/uploads', '/-/project/42/uploads'],
      '0123abcd/chart.png',
      GITLAB,
    ],
  ]
  const up = [
    '..%2f..%2fapi%2fv1%2fuser',
    '..%2F..%2fuser',
    '..%5c..%5capi',
    '%2e%2e%2f..%2fx',
    '%252e%252e%252fx',
  ]
  const ends = ['', '/', '/more', '%2fmore', '%5Cmore', ';more', '%00', ...up.map(path => `/${path}`)]
  for (const [site, folders, id, connection] of places)
    for (const folder of folders) {
      assert.equal((await asked(`${site}${folder}/${id}`, connection)).at(1)?.includes(TOKEN), true, folder)
      const others = [...up, ...up.map(path => `${path}/${id}`), ...ends.slice(1).map(end => `${id}${end}`)]
      for (const other of others)
        assert.deepEqual(
          await asked(`${site}${folder}/${other}`, connection),
          [new URL(`${site}${folder}/${other}`).href, null],
          other,
        )
    }
})

test('what follows the path of an upload is not asked for with the token', async () => {
  assert.deepEqual(await asked('https://codeberg.org/attachments/0b9f1c6e?sudo=root', FORGEJO), [
    'https://codeberg.org/attachments/0b9f1c6e',
    `token ${TOKEN}`,
  ])
})
