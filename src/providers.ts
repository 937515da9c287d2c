import type { FeedFormat } from '#feeds/feed.ts'
import { atom } from '#feeds/formats/atom.ts'
import { json } from '#feeds/formats/json.ts'
import type { Editor } from '#pipeline/editor.ts'
import type { MergeSource } from '#pulls/host.ts'
import type { openGitSource as openGitDirectory } from '#pulls/hosts/git.ts'

// The only place where implementations are named: a new one is a file of its own and a line here. What not every start needs is
// loaded when it is asked for.

export const feedFormats: readonly FeedFormat[] = [atom, json]

/** The layers of the cascade, in the order in which they are asked. */
const classifiers = () =>
  Promise.all([
    import('#classification/classifiers/explicit.ts').then(module => module.explicit),
    import('#classification/classifiers/rules.ts').then(module => module.rules),
  ])

/** The cascade and the writer that are configured. */
export async function createEditor(): Promise<Editor> {
  const [{ createCascade }, { inputHash }, { offlineWriter }] = await Promise.all([
    import('#classification/cascade.ts'),
    import('#classification/input-hash.ts'),
    import('#pitch/writers/offline.ts'),
  ])
  const cascade = createCascade(await classifiers())
  return { classify: cascade.classify, write: offlineWriter.write, inputHash }
}

/** A local git directory as a source of merges. */
export async function openGitSource(...given: Parameters<typeof openGitDirectory>): Promise<MergeSource> {
  const { openGitSource } = await import('#pulls/hosts/git.ts')
  return openGitSource(...given)
}
