import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createEditor, feedFormats, openGitSource } from '#app/registry.ts'
import { renderFeed } from '#changelog/feeds/feed.ts'
import { changelog, markdown, terminal } from '#cli/changelog.ts'
import { type Context, command } from '#cli/command.ts'
import { lastFrom, sinceFrom, untilFrom } from '#cli/range.ts'
import { progress } from '#cli/terminal.ts'
import { type Preview, previewFeed, previewOf } from '#pipeline/judging/preview.ts'
import { previewPage } from '#pipeline/judging/preview-page.ts'
import { isoOf } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import type { SourceFacts } from '#pulls/hosts/merge-source.ts'

const FORMATS: readonly string[] = ['markdown', 'json', 'html', ...feedFormats.map(format => format.name)]

export const preview = command({
  usage: `preview <git-dir> [--since DATE] [--until DATE] [--last N] [--repo owner/name] [--internal] [--format ${FORMATS.join('|')}] [--out FILE]`,
  summary: 'Prints the changelog of a git repository; needs no database and no network.',
  options: {
    since: { type: 'string' },
    until: { type: 'string' },
    last: { type: 'string' },
    repo: { type: 'string' },
    internal: { type: 'boolean' },
    format: { type: 'string' },
    out: { type: 'string' },
  },
  arguments: [1, 1],
  async run({ since, until, last, repo, internal = false, format, out }, [directory = ''], context) {
    const wanted = formatFrom(format, context)
    const bar = progress(context, 'merges read')
    // While git reads, the classifiers are loaded.
    const opening = openGitSource(resolve(context.directory, directory), {
      ...sinceFrom(since),
      ...untilFrom(until),
      ...lastFrom(last),
      ...(repo !== undefined && { repo }),
      onProgress: bar.at,
      signal: context.signal,
    })
    const [editor, source] = await Promise.all([createEditor(), opening])
    const found = await previewOf(editor, source.merges(), { internal })
    bar.end()
    const text = await render(wanted, source.facts, found, context)
    if (out === undefined) await context.out(text)
    else await writeFile(resolve(context.directory, out), text)
    context.err(summary(source.facts, found))
    return undefined
  },
})

function formatFrom(text: string | undefined, context: Context): string {
  if (text === undefined) return context.json ? 'json' : 'markdown'
  if (FORMATS.includes(text)) return text
  throw new AppError('wrong_usage', `--format is one of ${FORMATS.join(', ')}.`)
}

async function render(format: string, facts: SourceFacts, found: Preview, context: Context): Promise<string> {
  if (format === 'markdown') {
    return changelog(`What's new in ${facts.name}`, found.items, context.colour ? terminal : markdown)
  }
  if (format === 'json') return `${JSON.stringify(asJson(facts, found))}\n`
  if (format === 'html') return previewPage(facts, found.items)
  const chosen = feedFormats.find(one => one.name === format)
  if (!chosen) throw new Error(`No feed format ${format}.`)
  return `${renderFeed(chosen, await previewFeed(facts, found.items), feedFormats)}\n`
}

function asJson(facts: SourceFacts, { merges, internal, cancelled, items }: Preview) {
  return {
    host: facts.host,
    repo: facts.repo,
    url: facts.url,
    notes: facts.notes,
    merges,
    internal,
    cancelled,
    entries: items.map(({ pitch, classification, mergedAt, ...item }) => ({
      ...item,
      merged_at: isoOf(mergedAt),
      title: pitch.headline,
      body: pitch.body,
      ...classification,
    })),
  }
}

/** Beside the changelog, on stderr: what was read and what was left out. */
function summary({ notes }: SourceFacts, { merges, internal, cancelled, items }: Preview): string {
  const counts = [
    `${merges.toLocaleString('en')} merges read`,
    `${items.length.toLocaleString('en')} shown`,
    `${internal.toLocaleString('en')} internal`,
    ...(cancelled > 0 ? [`${cancelled.toLocaleString('en')} reverts and reverted`] : []),
  ]
  return `${notes.map(note => `${note}\n`).join('')}${counts.join(', ')}.\n`
}
