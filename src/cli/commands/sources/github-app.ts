import { type Account, listAccounts } from '#accounts/account.ts'
import { type CommandResult, command } from '#cli/command.ts'
import { text } from '#cli/options.ts'
import { operator, withService } from '#cli/with-service.ts'
import { releaseInstallation, removeApp } from '#pipeline/github-app/disconnect.ts'
import { registrationPermit } from '#pipeline/github-app/register.ts'
import { AppError } from '#platform/errors.ts'
import { type AppSummary, listAppSummaries } from '#pulls/connections/apps.ts'
import { type InstallationSummary, listInstallations } from '#pulls/connections/installations.ts'
import type { Source } from '#pulls/connections/sources.ts'
import { hostAddress } from '#pulls/hosts/hosts.ts'

export const createCommand = command({
  usage: 'github-app create',
  summary:
    'Print the address at which the GitHub App is created, signed in as an owner of an account. It is valid for an hour.',
  options: {},
  run: (_, __, context) =>
    withService(context, async ({ baseUrl, clock, secrets }) => {
      const permit = registrationPermit(await secrets(), clock)
      const link = `${baseUrl}/app/sources?permit=${encodeURIComponent(permit)}`
      return { json: { link }, text: `${link}\n` }
    }),
})

export const listCommand = command({
  usage: 'github-app list',
  summary: 'List the GitHub Apps, their installations and the account that each installation belongs to.',
  options: {},
  run: (_, __, context) =>
    withService(context, async ({ db }) => {
      const [apps, installations, accounts] = await Promise.all([
        listAppSummaries(db.read),
        listInstallations(db.read),
        listAccounts(db.read),
      ])
      return listing(apps, installations, new Map(accounts.map(account => [account.id, account])))
    }),
})

function listing(
  apps: readonly AppSummary[],
  installations: readonly InstallationSummary[],
  accounts: ReadonlyMap<string, Account>,
): CommandResult {
  const installationsOf = ({ id }: AppSummary) => installations.filter(({ appId }) => appId === id)
  const line = ({ installationId, login, state, accountId }: InstallationSummary) =>
    `  ${installationId}  ${login}  ${state}  ${accounts.get(accountId ?? '')?.name ?? 'no account'}\n`
  return {
    json: {
      apps: apps.map(app => ({
        slug: app.slug,
        api_url: app.apiUrl,
        installations: installationsOf(app).map(({ installationId, login, state, accountId }) => ({
          installation_id: installationId,
          login,
          state,
          account_id: accounts.get(accountId ?? '')?.publicId ?? null,
        })),
      })),
    },
    text:
      apps.map(app => `${app.slug}  ${app.apiUrl}\n${installationsOf(app).map(line).join('')}`).join('') ||
      'There is no GitHub App. "tidings github-app create" prints where one is created.\n',
  }
}

export const releaseCommand = command({
  usage: 'github-app release INSTALLATION',
  summary: 'Detach an installation from its account, so that another account can connect it.',
  options: { url: text('https://ghe.example') },
  run: ({ url }, [installation = ''], context) =>
    withService(context, async service => {
      const { apiUrl } = hostAddress('github', url)
      const apps = await listAppSummaries(service.db.read)
      const sources = await service.db.write(tx =>
        releaseInstallation(tx, operator(service), installation, apiUrl, apps),
      )
      return disconnected(`Installation ${installation} is detached from its account.`, sources)
    }),
})

export const removeCommand = command({
  usage: 'github-app remove',
  summary: 'Delete the GitHub App of a host and its keys from Tidings. Delete the app on the host as well.',
  options: { url: text('https://ghe.example') },
  run: ({ url }, _, context) =>
    withService(context, async service => {
      const { apiUrl, host } = hostAddress('github', url)
      const app = (await listAppSummaries(service.db.read)).find(one => one.apiUrl === apiUrl)
      if (!app) throw new AppError('not_found', `There is no GitHub App for ${host}.`)
      const sources = await service.db.write(tx => removeApp(tx, operator(service), app))
      return disconnected(
        `The app ${app.slug} is removed from Tidings. Delete it on ${host} as well.`,
        sources,
      )
    }),
})

const disconnected = (message: string, sources: readonly Source[]): CommandResult => ({
  json: { to_reconnect: sources.map(({ host, repo }) => `${host}/${repo}`) },
  text: `${message}\n${sources.map(({ host, repo }) => `  ${host}/${repo} needs reconnecting\n`).join('')}`,
})
