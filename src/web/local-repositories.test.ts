import assert from 'node:assert/strict'
import { mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { aMemberWithRole } from '#testing/colleagues.ts'
import { ENGINES } from '#testing/databases.ts'
import { aRepository } from '#testing/repositories.ts'
import { aService } from '#testing/service.ts'

interface Import {
  directory: string
  state: string
  detail: string | null
  recorded: number
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
    const path = `/app/api/accounts/${it.account.publicId}/imports`
    const start = (directory: string, name?: string) =>
      owner.post(path, { directory, ...(name && { repo: name }) })
    const imports = async (): Promise<Import[]> => (await owner.get(path)).json.imports
    await Promise.all([start(repo.folder), start(second)])
    await it.settle()
    const [done, failed] = (await imports()).toSorted((a, b) => (a.state < b.state ? -1 : 1))
    assert.deepEqual([done?.state, done?.recorded], ['done', 1])
    assert.match(failed?.detail ?? failed?.state ?? '', /another repository named local\/app/)
    assert.equal((await it.entries()).length, 1)

    await start(failed?.directory ?? '', 'acme/other')
    await it.settle()
    const both = ['draft Add dark mode', 'draft Export invoices as CSV']
    assert.deepEqual((await it.entries()).toSorted(), both)

    // As accounts have it that imported before identities were stored.
    await it.service.db.write(tx => tx.updateTable('repository').set({ local_id: null }).execute())
    await start(done?.directory ?? '')
    await it.settle()
    const runs = (await imports()).filter(one => one.directory === done?.directory)
    assert.deepEqual(runs.map(run => `${run.state} ${run.recorded}`).toSorted(), ['done 0', 'done 1'])
    assert.deepEqual((await it.entries()).toSorted(), both)
  })
}
