import { isMainThread } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { BackgroundThread, TaskFailed } from '#platform/background-thread.ts'
import type { DiffPart } from '#platform/diff.ts'
import { allEscaped } from '#platform/markup/html-escaper.ts'
import type { RenderedMarkdown } from '#platform/markup/markdown.ts'
import { escapeMarkup } from '#platform/markup/markup.ts'
import { safeText } from '#platform/text.ts'
import { type RenderingTasks, renderingTasks } from './rendering-tasks.ts'

const MEMORY_MB = 256
const CACHE_CHARACTERS = 8_000_000
/**
 * The most UTF-16 code units in one task. A task takes at most some tens of milliseconds, so that no other caller waits long for its turn.
 */
const MOST_TOGETHER = 20_000

/**
 * The thread that renders untrusted text. It is separate from the one that judges, whose tasks may take
 * seconds. It starts with its first task. In a thread other than the main one, rendering is done in place.
 */
const thread = isMainThread
  ? new BackgroundThread<RenderingTasks>(new URL('./rendering-thread.ts', import.meta.url), null, {
      memoryMb: MEMORY_MB,
    })
  : null

/** Rendered Markdown by source, so that publishing or editing one entry of a feed does not render the others again. */
const rendered = new LRUCache<string, RenderedMarkdown>({ maxSize: CACHE_CHARACTERS })

const inPlace = () => {}

/**
 * Renders Markdown away from the thread that answers requests. The results have the order of `sources`. A text that cannot be rendered in
 * time comes out as plain text.
 */
export async function renderMarkdown(sources: readonly string[]): Promise<RenderedMarkdown[]> {
  const results = new Map(sources.map(source => [source, rendered.get(source)]))
  const missing = [...results].flatMap(([source, known]) => (known ? [] : [source]))
  // One batch after the other, so that the texts of two callers take turns.
  for (const batch of batchesOf(missing))
    for (const [at, one] of (await renderTogether(batch)).entries()) results.set(batch[at] ?? '', one)
  return sources.map(source => results.get(source) ?? asPlainText(source))
}

/** Renders one text. Rejects with `TaskFailed` if that takes too long, or cannot be done. */
export async function renderOrFail(source: string): Promise<RenderedMarkdown> {
  const known = rendered.get(source)
  if (known) return known
  const [result = asPlainText(source)] = await renderBatch([source])
  return result
}

/** Shows the raw HTML of Markdown as text. */
export async function withoutHtml(markdown: string): Promise<string> {
  if (allEscaped(markdown) === markdown) return markdown
  try {
    return await (thread?.run('withoutHtml', markdown) ?? renderingTasks.withoutHtml(markdown, inPlace))
  } catch (error) {
    if (error instanceof TaskFailed) return allEscaped(markdown)
    throw error
  }
}

/** Makes Markdown that can stand below a heading of this level and before other Markdown. A text that takes too long is left out. */
export async function standalone(markdown: string, level: number): Promise<string> {
  if (markdown === '') return ''
  const given = { markdown, level }
  try {
    return await (thread?.run('standalone', given) ?? renderingTasks.standalone(given, inPlace))
  } catch (error) {
    if (error instanceof TaskFailed) return ''
    throw error
  }
}

/** Compares two texts word by word, away from the thread that answers requests. */
export const difference = (earlier: string, later: string): Promise<DiffPart[]> =>
  thread
    ? thread.run('difference', { earlier, later })
    : renderingTasks.difference({ earlier, later }, inPlace)

/** Renders all texts together or, if that fails, each alone, so that only the faulty ones become plain text. */
async function renderTogether(sources: readonly string[]): Promise<RenderedMarkdown[]> {
  try {
    return await renderBatch(sources)
  } catch (error) {
    if (!(error instanceof TaskFailed)) throw error
    const [only = '', ...others] = sources
    if (others.length === 0) return [asPlainText(only)]
    const results: RenderedMarkdown[] = []
    for (const source of sources) results.push(...(await renderTogether([source])))
    return results
  }
}

async function renderBatch(sources: readonly string[]): Promise<RenderedMarkdown[]> {
  const results = thread
    ? await thread.run('markdown', sources)
    : await renderingTasks.markdown(sources, inPlace)
  for (const [at, result] of results.entries()) {
    const source = sources[at] ?? ''
    rendered.set(source, result, { size: 1 + source.length + result.html.length + result.text.length })
  }
  return results
}

function batchesOf(sources: readonly string[]): string[][] {
  const batches: string[][] = []
  let room = 0
  for (const source of sources) {
    if (batches.length === 0 || source.length > room) {
      batches.push([])
      room = MOST_TOGETHER
    }
    batches.at(-1)?.push(source)
    room -= source.length
  }
  return batches
}

function asPlainText(source: string): RenderedMarkdown {
  const text = safeText(source)
  return { html: `<p>${escapeMarkup(text).replaceAll('\n', '<br />\n')}</p>`, text }
}
