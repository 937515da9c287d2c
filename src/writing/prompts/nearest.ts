import { stemsOf } from '#judgement/text/sentences.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { PublishedText } from '#writing/guidance.ts'

const SAME_KIND = 0.15
const SAME_FOLDER = 0.25

/** The folder that a file lies in, two levels deep: what the parts of a product are told apart by. */
export const folderOf = (path: string): string => path.split('/').slice(0, -1).slice(0, 2).join('/')

/** The published texts that are most like a change, by words, kind and folders; the most alike first, of equals the latest. */
export function nearest(
  { title, files }: Pick<MergedPull, 'title' | 'files'>,
  kind: string,
  published: readonly PublishedText[],
  most: number,
): PublishedText[] {
  const stems = stemsOf(title)
  const folders = new Set(files.map(({ path }) => folderOf(path)))
  const likeness = (text: PublishedText): number => {
    const own = stemsOf(text.title)
    const shared = [...own].filter(stem => stems.has(stem)).length
    const words = shared === 0 ? 0 : shared / (stems.size + own.size - shared)
    const inFolder = text.folders.some(folder => folder !== '' && folders.has(folder))
    return words + (text.kind === kind ? SAME_KIND : 0) + (inFolder ? SAME_FOLDER : 0)
  }
  return published
    .map(text => ({ text, likeness: likeness(text) }))
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, most)
    .map(({ text }) => text)
}
