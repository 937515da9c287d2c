import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Server, startTidings } from '../bench/servers.ts'
import { findingsOf, type Look, overflowOf, visit } from './browser.ts'
import { browser } from './test-browser.ts'

const PAGES = ['/', '/docs', '/docs/mcp']
const LOOKS: Record<string, Look> = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  phone: { colorScheme: 'light', viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
}

const folder = mkdtempSync(join(tmpdir(), 'tidings-e2e-'))
let server: Server

before(async () => {
  server = await startTidings('serve', { TIDINGS_DATA: folder })
})

after(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

for (const path of PAGES) {
  for (const [name, look] of Object.entries(LOOKS)) {
    test(`${path} reads well (${name})`, async () => {
      const { page, foreign, complaints } = await visit(
        browser,
        `http://127.0.0.1:${server.port}${path}`,
        look,
      )
      const picture = join(
        import.meta.dirname,
        'screenshots',
        `${path.slice(1).replace('/', '-') || 'home'}-${name}.png`,
      )
      await page.screenshot({ path: picture, fullPage: true })
      assert.deepEqual(foreign, [], 'asks nothing of another host')
      assert.deepEqual(complaints, [], 'no error in the console')
      assert.ok((await overflowOf(page)) <= 0, 'does not scroll sideways')
      assert.deepEqual(await findingsOf(page), [], 'axe finds nothing')
      await page.close()
    })
  }
}
