import { type Account, listAccounts } from '#accounts/account.ts'
import { type Answer, command } from '#cli/command.ts'
import { operator, withService } from '#cli/with-service.ts'
import { releaseInstallation, removeApp } from '#pipeline/github-app/disconnect.ts'
import { AppError } from '#platform/errors.ts'
import { type AppSummary, listAppSummaries } from '#pulls/connections/apps.ts'
import { type InstallationSummary, listInstallations } from '#pulls/connections/installations.ts'
import type { Source } from '#pulls/connections/sources.ts'
import { hostAddress } from '#pulls/hosts/host-address.ts'

export const listCommand = command({
  usage: 'github-app list',
  summary: 'Lists the apps, where they are installed, and which account each installation serves.',
  options: {},
  arguments: [0, 0],
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
): Answer {
  const of = ({ id }: AppSummary) => installations.filter(one => one.appId === id)
  const line = ({ installationId, login, state, accountId }: InstallationSummary) =>
    `  ${installationId}  ${login}  ${state}  ${accounts.get(accountId ?? '')?.name ?? 'serves no account'}\n`
  return {
    json: {
      apps: apps.map(app => ({
        slug: app.slug,
        api_url: app.apiUrl,
        installations: of(app).map(({ installationId, login, state, accountId }) => ({
          installation_id: installationId,
          login,
          state,
          account_id: accounts.get(accountId ?? '')?.publicId ?? null,
        })),
      })),
    },
    text:
      apps.map(app => `${app.slug}  ${app.apiUrl}\n${of(app).map(line).join('')}`).join('') ||
      'There is no app; "tidings github-app create" registers one.\n',
  }
}

export const releaseCommand = command({
  usage: 'github-app release INSTALLATION [--url https://ghe.example]',
  summary: 'Takes an installation from its account, so that another account can connect it.',
  options: { url: { type: 'string' } },
  arguments: [1, 1],
  run: ({ url }, [installation = ''], context) =>
    withService(context, async service => {
      const { apiUrl } = hostAddress('github', url)
      const apps = await listAppSummaries(service.db.read)
      const left = await service.db.write(tx =>
        releaseInstallation(tx, operator(service), installation, apiUrl, apps),
      )
      return toReconnect(`Installation ${installation} serves no account any more.`, left)
    }),
})

export const removeCommand = command({
  usage: 'github-app remove [--url https://ghe.example]',
  summary: 'Forgets the app of a host and its keys; delete the app itself on the host.',
  options: { url: { type: 'string' } },
  arguments: [0, 0],
  run: ({ url }, _, context) =>
    withService(context, async service => {
      const { apiUrl, host } = hostAddress('github', url)
      const app = (await listAppSummaries(service.db.read)).find(one => one.apiUrl === apiUrl)
      if (!app) throw new AppError('not_found', `There is no app on ${host}.`)
      const left = await service.db.write(tx => removeApp(tx, operator(service), app))
      return toReconnect(`The app ${app.slug} is forgotten; delete it on ${host} too.`, left)
    }),
})

const toReconnect = (said: string, left: readonly Source[]): Answer => ({
  json: { to_reconnect: left.map(({ host, repo }) => `${host}/${repo}`) },
  text: `${said}\n${left.map(({ host, repo }) => `  ${host}/${repo} needs reconnecting\n`).join('')}`,
})
