import { accountCommand } from '#cli/with-service.ts'
import { listSources, type Source, webhookAddress } from '#pulls/connections/sources.ts'

export const listCommand = accountCommand({
  usage: 'source list',
  summary: 'List the connected repositories and the state of each connection.',
  async run(account, { db, baseUrl }) {
    const sources = await listSources(db.read, { accountId: account.id })
    return {
      json: {
        sources: sources.map(source => ({
          source_id: source.id,
          provider: source.provider,
          host: source.host,
          repo: source.repo,
          state: source.state,
          reason: source.stateReason,
          reviews: source.reviews,
          url: webhookAddress(baseUrl, source),
        })),
      },
      text: sources.map(source => linesOf(baseUrl, source)).join('') || 'No repository is connected.\n',
    }
  },
})

function linesOf(baseUrl: string, source: Source): string {
  const { id, provider, host, repo } = source
  const state = [source.state, source.stateReason].filter(Boolean).join(': ')
  const reviews = [source.reviews, source.reviewsReason].filter(Boolean).join(': ')
  return `${id}  ${provider.padEnd(7)}  ${host}/${repo}  ${state}${reviews === 'off' ? '' : `  reviews ${reviews}`}\n  ${webhookAddress(baseUrl, source)}\n`
}
