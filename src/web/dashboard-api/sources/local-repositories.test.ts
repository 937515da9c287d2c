import assert from 'node:assert/strict'
import { mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { aMemberWithRole } from '#testing/colleagues.ts'
import { ENGINES } from '#testing/databases.ts'
import { aRepository } from '#testing/repositories.ts'
import { aService } from '#testing/service.ts'

interface Import {
  subject: string
  state: string
  detail: string | null
  counts: { recorded: number }
}

for (const engine of ENGINES) {
  test(`of two folders with one name imported at once, one takes it and the other asks for a name (${engine})`, async () => {
    using repo = await aRepository()
    using other = await aRepository()
    await repo.squash('feat: add dark mode', { number: 1 })
    await other.squash('feat: export invoices as CSV', { number: 1 })
    const root = dirname(repo.folder)
    mkdirSync(join(root, 'y'))
    const second = join(root, 'y', 'app')
    renameSync(other.folder, second)
    await using it = await aService(engine, { TIDINGS_GIT_ROOTS: root })
    const owner = await aMemberWithRole(it, 'owner')
    const path = `/app/api/accounts/${it.account.publicId}`
    const start = (directory: string, name?: string) =>
      owner.post(`${path}/actions/import.start`, { directory, ...(name && { repo: name }) })
    const imports = async (): Promise<Import[]> => (await owner.get(`${path}/runs`)).json.runs
    await Promise.all([start(repo.folder), start(second)])
    await it.settle()
    const [done, failed] = (await imports()).toSorted((a, b) => (a.state < b.state ? -1 : 1))
    assert.deepEqual([done?.state, done?.counts.recorded], ['done', 1])
    assert.match(failed?.detail ?? failed?.state ?? '', /another repository named local\/app/)
    assert.equal((await it.entries()).length, 1)

    await start(failed?.subject ?? '', 'acme/other')
    await it.settle()
    const both = ['draft Add dark mode', 'draft Export invoices as CSV']
    assert.deepEqual((await it.entries()).toSorted(), both)

    // As in accounts that imported before repositories stored an identity.
    await it.service.db.write(tx => tx.updateTable('repository').set({ local_id: null }).execute())
    it.clock.advance(1_000)
    await start(done?.subject ?? '')
    await it.settle()
    const again = (await imports()).find(one => one.subject === done?.subject)
    assert.deepEqual([again?.state, again?.counts.recorded], ['done', 0])
    assert.deepEqual((await it.entries()).toSorted(), both)
  })
}
