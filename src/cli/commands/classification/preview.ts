import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createProductClassifier } from '#app/judging.ts'
import { feedFormats } from '#app/registry.ts'
import { renderFeed } from '#changelog/feeds/feed.ts'
import { type CommandContext, command } from '#cli/command.ts'
import { choice, flag, RANGE, RELEASE, text } from '#cli/options.ts'
import { progress } from '#cli/terminal.ts'
import { configured } from '#judgement/classification/classifier.ts'
import { type Preview, previewFeed, previewOf } from '#pipeline/judging/preview.ts'
import { previewPage } from '#pipeline/judging/preview-page.ts'
import { isoOf, systemClock } from '#platform/clock.ts'
import { openGitSource, readGitReleaseConfig } from '#pulls/hosts/git/git.ts'
import type { CarriedCounts, MergeSource, SourceFacts } from '#pulls/hosts/merge-source.ts'
import { changelog, markdown, releaseNotes, terminalStyle } from './preview-text.ts'

const FORMATS: readonly string[] = ['markdown', 'json', 'html', ...feedFormats.map(format => format.name)]

export const preview = command({
  usage: 'preview <git-dir>',
  summary: 'Print the changelog of a local git repository. Needs no database and no network.',
  options: {
    ...RANGE,
    ...RELEASE,
    repo: text('owner/name'),
    internal: flag,
    format: choice(FORMATS),
    out: text('FILE'),
  },
  async run({ repo, internal = false, format, out, ...range }, [directory = ''], context) {
    const folder = resolve(context.directory, directory)
    const chosen = format ?? (context.json ? 'json' : 'markdown')
    const bar = progress(context, 'changes read')
    // The classifier loads while git reads.
    const opening = openGitSource(folder, {
      ...range,
      ...(repo !== undefined && { repo }),
      onProgress: bar.at,
      signal: context.signal,
    })
    const reading = readGitReleaseConfig(folder, context.signal)
    const [classifier, source, config] = await Promise.all([createProductClassifier(), opening, reading])
    const found = await previewOf(
      classifier,
      source.merges(),
      { internal, now: systemClock.now() },
      configured(source.facts, config),
    )
    bar.end()
    const text = await render(chosen, source, found, { ...context, release: range.to })
    if (out === undefined) await context.out(text)
    else await writeFile(resolve(context.directory, out), text)
    context.err(summary(source.facts, found))
    return undefined
  },
})

async function render(
  format: string,
  { facts, carried }: Pick<MergeSource, 'facts' | 'carried'>,
  found: Preview,
  { colour, columns, release }: Pick<CommandContext, 'colour' | 'columns'> & { release: string | undefined },
): Promise<string> {
  if (format === 'markdown') {
    const style = colour ? terminalStyle(columns) : markdown
    return release === undefined
      ? changelog(`What's new in ${facts.name}`, found.items, style)
      : releaseNotes(release, found.items, style)
  }
  if (format === 'json') return `${JSON.stringify(asJson(facts, carried, found))}\n`
  if (format === 'html') return previewPage(facts, found.items)
  const feedFormat = feedFormats.find(({ name }) => name === format)
  if (!feedFormat) throw new Error(`No feed format ${format}.`)
  return `${await renderFeed(feedFormat, await previewFeed(facts, found.items), feedFormats)}\n`
}

function asJson(
  facts: SourceFacts,
  { reached, skipped }: CarriedCounts,
  { merges, internal, cancelled, items }: Preview,
) {
  return {
    host: facts.host,
    repo: facts.repo,
    url: facts.url,
    notes: facts.notes,
    merges,
    carried: reached,
    skipped,
    internal,
    cancelled,
    entries: items.map(
      ({ pitch, classification: { notable: _n, ...classification }, mergedAt, description: _, ...item }) => ({
        ...item,
        merged_at: isoOf(mergedAt),
        title: pitch.headline,
        body: pitch.body,
        ...classification,
      }),
    ),
  }
}

/** The summary that is printed on stderr: how many merges were read, shown and left out. */
function summary({ notes }: SourceFacts, { merges, internal, cancelled, items }: Preview): string {
  const counts = [
    `${merges.toLocaleString('en')} changes read`,
    `${items.length.toLocaleString('en')} shown`,
    `${internal.toLocaleString('en')} internal`,
    ...(cancelled > 0 ? [`${cancelled.toLocaleString('en')} reverts and reverted`] : []),
  ]
  return `${notes.map(note => `${note}\n`).join('')}${counts.join(', ')}.\n`
}
