import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aMemberWithRole, recordMerges } from '#testing/colleagues.ts'
import type { DashboardClient, DashboardResponse } from '#testing/dashboard-client.ts'
import { ENGINES } from '#testing/databases.ts'
import type { Json } from '#testing/http.ts'
import { aPng, type PictureServer, startPictureServer, TOKEN } from '#testing/picture-server.ts'
import { aService, type TestService } from '#testing/service.ts'

const SHOT = '/user-attachments/assets/0b9f1c6e-2d4b-4f57-9d3a-0c7de5a1a001'

interface Scene {
  it: TestService
  writer: DashboardClient
  host: PictureServer
  /** The entry as its page in the dashboard gets it. */
  detail(): Promise<Json>
  /** Asks to see an offered picture. */
  look(key: string): Promise<DashboardResponse>
  use(key: string, alt: string): Promise<DashboardResponse>
}

/** A draft whose merge has this description, on a private code host that the operator allows. */
async function described(
  engine: (typeof ENGINES)[number],
  paths: Parameters<typeof startPictureServer>[0],
  bodyAt: (address: string) => string,
  story: (scene: Scene) => Promise<void>,
): Promise<void> {
  await using host = await startPictureServer(paths)
  await using it = await aService(engine, { TIDINGS_PRIVATE_HOSTS: host.host })
  await it.connect({ apiUrl: `${host.address}/api/v3`, host: host.host, token: TOKEN })
  const url = `${host.address}/acme/app/pull/1`
  const pull = {
    title: 'feat: add dark mode',
    host: host.host,
    repo: 'acme/app',
    body: bodyAt(host.address),
    url,
  }
  await recordMerges(it, it.account, pull)
  const writer = await aMemberWithRole(it, 'writer')
  const { id } = await it.service.db.read.selectFrom('entry').select('id').executeTakeFirstOrThrow()
  const path = `/app/api/accounts/${it.account.publicId}/entries/${id}`
  const detail = async () => (await writer.get(path)).json
  await story({
    it,
    writer,
    host,
    detail,
    look: key => writer.post(`${path}/pictures/look`, { key }),
    use: async (key, alt) =>
      writer.post(`${path}/pictures/use`, { key, alt, seen: (await detail()).entry.version }),
  })
}

const keysOf = (detail: Json): string[] => detail.pulls[0].pictures.map(({ key }: { key: string }) => key)

for (const engine of ENGINES) {
  test(`a picture of a pull request is shown when a writer asks, and used as the image (${engine})`, async () => {
    const paths = {
      [SHOT]: { status: 302, headers: { location: '/raw.png' } },
      '/raw.png': { body: await aPng('teal') },
    }
    await described(
      engine,
      paths,
      at => `## Dark mode\n![image](${at}${SHOT})`,
      async scene => {
        const { it, writer, host, detail, look, use } = scene
        const before = await detail()
        const [key = ''] = keysOf(before)
        assert.deepEqual([before.pulls[0].pictures[0].alt, before.isFirstPicture], ['Dark mode', false])
        assert.deepEqual(host.asked, [])
        const shown = await look(key)
        assert.deepEqual([shown.status, shown.headers['content-type']], [200, 'image/png'])
        assert.match(shown.headers['content-security-policy']?.toString() ?? '', /sandbox/)
        assert.equal((await it.service.db.read.selectFrom('image').select('sha256').execute()).length, 0)
        const used = await use(key, 'The settings in dark colours')
        assert.deepEqual([used.status, used.json.image?.alt], [200, 'The settings in dark colours'])
        assert.equal((await detail()).isFirstPicture, true, 'it is looked at again before it goes out')
        const { bytes } = await it.service.db.read
          .selectFrom('image')
          .select('bytes')
          .executeTakeFirstOrThrow()
        assert.ok(!Buffer.from(bytes).includes('secret place'))
        const root = `/app/api/accounts/${it.account.publicId}`
        const { change } = (await writer.get(`${root}/undo`)).json
        const { status } = await writer.post(`${root}/actions/change.undo`, { change: change.id })
        assert.equal(status, 200)
        assert.equal((await detail()).entry.image, null)
      },
    )
  })

  test(`hostile and missing pictures are refused with the reason, and nothing is stored (${engine})`, async () => {
    await using inside = await startPictureServer({ '/secret.png': { body: await aPng('red') } })
    const large = { headers: { 'content-length': String(100 * 1024 * 1024) }, isEndless: true }
    const html = { headers: { 'content-type': 'text/html' }, body: '<script>alert(1)</script>' }
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const refused: [path: string, served: object | null, status: number, why: RegExp][] = [
      [`${inside.address}/secret.png`, null, 400, /not allowed|public internet|only 80 and 443/],
      ['http://127.0.0.1/secret.png', null, 400, /not on the public internet/],
      ['http://169.254.169.254/latest/meta-data/x.png', null, 400, /not on the public internet/],
      ['http://localhost/x.png', null, 400, /not on the public internet/],
      [
        '/away.png',
        { status: 302, headers: { location: `${inside.address}/secret.png` } },
        400,
        /only 80 and 443/,
      ],
      ['/round.png', { status: 302, headers: { location: '/round.png' } }, 503, /redirects too often/],
      ['/large.png', large, 413, /too large/],
      ['/endless.png', { isEndless: true }, 413, /too large/],
      ['/page.png', html, 404, /only for people who can see the repository/],
      ['/svg.png', { body: svg }, 400, /not a PNG/],
      ['/vector', { headers: { 'content-type': 'image/svg+xml' }, body: svg }, 400, /SVG/],
      ['/film', { headers: { 'content-type': 'video/mp4' }, body: 'x' }, 400, /not a PNG.* WebM/],
      [
        '/quick',
        { headers: { 'content-type': 'video/quicktime' }, body: '\0\0\0\u0014ftypqt  \0\0\0\0' },
        400,
        /QuickTime/,
      ],
      ['/gone.png', null, 404, /only for people who can see the repository/],
    ]
    for (let from = 0; from < refused.length; from += 10) {
      const some = refused.slice(from, from + 10)
      const paths = Object.fromEntries(some.flatMap(([path, served]) => (served ? [[path, served]] : [])))
      const bodyAt = (at: string) =>
        some.map(([path]) => `![It](${path.startsWith('/') ? at + path : path})`).join('\n')
      await described(engine, paths, bodyAt, async ({ it, detail, look, use }) => {
        const keys = keysOf(await detail())
        for (const [at, [path, , status, why]] of some.entries()) {
          const answer = await look(keys[at] ?? '')
          assert.equal(answer.status, status, `${path}: ${answer.json?.detail}`)
          assert.match(answer.json.detail, why, path)
        }
        assert.equal((await use(keys[0] ?? '', 'A chart')).status, some[0]?.[2])
        assert.equal((await it.service.db.read.selectFrom('image').select('sha256').execute()).length, 0)
      })
    }
    assert.deepEqual(inside.asked, [])
  })

  test(`the token goes to uploads of the own host only, and a picture needs a description (${engine})`, async () => {
    const paths = {
      [SHOT]: { body: await aPng('teal') },
      '/other/private/raw.png': { body: await aPng('red') },
    }
    const body = (at: string) => `![One](${at}${SHOT})\n![Two](${at}/other/private/raw.png)`
    await described(engine, paths, body, async ({ host, detail, look, use }) => {
      const [own = '', other = ''] = keysOf(await detail())
      await look(own)
      await look(other)
      assert.deepEqual(
        host.asked.map(({ headers }) => headers.authorization),
        [`Bearer ${TOKEN}`, undefined],
      )
      for (const alt of ['', ' ', 'image.png', 'Screenshot 2026-11-25 at 10.15.02'])
        assert.equal((await use(own, alt)).json.parameters[0].name, 'alt', alt)
      assert.equal((await use('0123456789abcdef', 'A chart')).status, 404)
    })
  })
}
