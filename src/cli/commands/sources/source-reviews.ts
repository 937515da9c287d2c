import { openGitHubAppContext } from '#app/code-hosts.ts'
import type { Service } from '#app/service.ts'
import { type CommandResult, command } from '#cli/command.ts'
import { required, text, toggle } from '#cli/options.ts'
import { operator, withService } from '#cli/with-service.ts'
import { switchReviews } from '#pipeline/reviewing/switch-reviews.ts'
import { type Source, sourceById } from '#pulls/connections/sources.ts'
import { commentRights } from '#pulls/hosts/host-address.ts'

export const reviewsCommand = command({
  usage: 'source reviews',
  summary:
    'Switch on or off that Tidings reviews the open pull requests of a connection: it seldom asks their author, in one comment. Without options, show it.',
  options: { id: required(text('ID')), on: toggle('off') },
  run: ({ id, on }, _, context) =>
    withService(context, async service => {
      const source = await sourceById(service.db.read, id)
      return resultOf(on === undefined ? source : await switched(service, source, on))
    }),
})

function switched(service: Service, source: Source, isOn: boolean): Promise<Source> {
  const { appAt } = openGitHubAppContext(service)
  return switchReviews({ db: service.db, appAt }, operator(service), source, isOn)
}

function resultOf({ id, repo, provider, installationId, reviews, reviewsReason }: Source): CommandResult {
  const remedy = reviews === 'refused' ? commentRights(provider, installationId !== null) : null
  const texts = {
    off: `Open pull requests of ${repo} are not reviewed.\n`,
    on: `Open pull requests of ${repo} are reviewed.\n`,
    refused: `Open pull requests of ${repo} cannot be reviewed. ${reviewsReason} ${remedy}\n`,
  }
  return {
    json: { source_id: id, reviews, reason: reviewsReason, remedy },
    text: texts[reviews],
  }
}
