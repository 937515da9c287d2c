import { once } from 'node:events'
import { type Account, createAccount, listAccounts } from '#accounts/account.ts'
import { createSetUpLink } from '#accounts/set-up.ts'
import { localAddress } from '#app/config/config.ts'
import type { MetricsServer } from '#app/monitoring/serve-metrics.ts'
import { serverAddress } from '#app/open.ts'
import type { Service } from '#app/service.ts'
import { startWeb } from '#app/web.ts'
import { openWorker } from '#app/worker.ts'
import { setUpAddress } from '#auth/sign-in-links.ts'
import { feedAddresses } from '#changelog/feeds/address.ts'
import { type CommandContext, command, type OptionValues } from '#cli/command.ts'
import { PAST, text, value } from '#cli/options.ts'
import { privateTerminal } from '#cli/terminal.ts'
import { withService } from '#cli/with-service.ts'
import { portFrom } from '#platform/environment.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import { unlessStopped } from '#platform/waiting.ts'
import { describeImport, importRepository, type RepositoryToImport } from '../sources/import.ts'

const LISTENING = { port: value('8080', checkedPort), host: text('127.0.0.1') }

export const serve = command({
  usage: 'serve',
  summary:
    'Run the web server and the worker in one process. With --import, first publish the history of a git repository, or what --past says.',
  options: { ...LISTENING, import: text('<git-dir>'), repo: text('owner/name'), past: PAST },
  run: ({ import: directory, repo, past = 'publish', ...where }, _, context) =>
    withListening(where, context, async (service, context) => {
      if (directory !== undefined) await firstImport(service, { directory, range: {}, repo, past }, context)
      const worker = await unlessStopped(context.signal, openWorker(service))
      await listen(service, context, () => worker.run(context.signal))
    }),
})

export const web = command({
  usage: 'web',
  summary: 'Run the web server alone, where several processes share one PostgreSQL.',
  options: LISTENING,
  run: (where, _, context) =>
    withListening(where, context, (service, context) =>
      listen(service, context, () => untilStopped(context)),
    ),
})

export const worker = command({
  usage: 'worker',
  summary:
    'Run the worker alone, where several processes share one PostgreSQL. It processes webhooks and publishes queued entries.',
  options: {},
  run: (_, __, context) => withStart({ context, env: context.env, serves: false }, runWorkerAlone),
})

async function runWorkerAlone(service: Service, context: CommandContext): Promise<void> {
  const worker = await unlessStopped(context.signal, openWorker(service))
  await context.out('The worker is running. Stop it with Ctrl-C.\n')
  await worker.run(context.signal)
}

/** Opens the service with the port and host from the options. */
async function withListening(
  { port, host }: OptionValues<typeof LISTENING>,
  context: CommandContext,
  work: (service: Service, context: CommandContext) => Promise<unknown>,
): Promise<undefined> {
  const env = {
    ...context.env,
    ...(port && { PORT: port }),
    ...(host && { TIDINGS_HOST: host }),
  }
  return withStart({ context, env, serves: true }, work)
}

/**
 * Migrates the database and opens the service. Everything that has to be written at the start is written
 * before the server listens. Messages for people go to stdout, so that stderr contains only log lines.
 */
async function withStart(
  given: { context: CommandContext; env: CommandContext['env']; serves: boolean },
  work: (service: Service, context: CommandContext) => Promise<unknown>,
): Promise<undefined> {
  const { env, serves } = given
  const context = withoutStderr(given.context)
  const start = async (opened: Service) => {
    const service = { ...opened, terminal: privateTerminal(context, opened.config.dataDirectory) }
    await unlessStopped(context.signal, service.secrets())
    const metrics = await metricsServer(service)
    try {
      await work(service, context)
    } finally {
      await metrics?.close()
    }
  }
  await withService({ ...given.context, env }, start, { migrate: true, serves })
  return undefined
}

const withoutStderr = (context: CommandContext): CommandContext => ({
  ...context,
  err: text => void context.out(text),
  live: context.live && context.isTerminal,
})

/** The metrics server; null if metrics are not configured, in which case their code is not loaded. */
async function metricsServer(service: Service): Promise<MetricsServer | null> {
  if (service.config.metrics === null) return null
  const { serveMetrics } = await import('#app/monitoring/serve-metrics.ts')
  return await serveMetrics(service)
}

/**
 * Serves requests until `work` ends, then finishes the requests in progress. Everything that has to be written at the start is written
 * before the server listens, so that a process that cannot write exits and its supervisor notices.
 */
async function listen(
  service: Service,
  context: CommandContext,
  beside: () => Promise<unknown>,
): Promise<void> {
  const setUp = await unlessStopped(context.signal, createSetUpLink(service.db, service.clock))
  const isFirstStart = (await serverAddress(service.db.read)) === null
  const server = await startWeb(service)
  try {
    await context.out(await welcome(service, { ...context, isSetUp: setUp === null }))
    if (isFirstStart && service.writers.operatorModel === null) await context.out(WRITER_HINT)
    if (setUp !== null) service.terminal(setUpOffer(setUpAddress(service.baseUrl, setUp)), 'A set-up link')
    await beside()
  } finally {
    await server.close()
  }
}

const untilStopped = async ({ signal }: CommandContext): Promise<unknown> =>
  signal.aborted || once(signal, 'abort')

function checkedPort(text: string): string {
  try {
    return String(portFrom(text))
  } catch (error) {
    throw new AppError('wrong_usage', `--port: ${messageOf(error)}.`)
  }
}

/** Imports the repository into the only account, or into a new one when there is none. */
async function firstImport(
  service: Service,
  wanted: RepositoryToImport,
  context: CommandContext,
): Promise<void> {
  const [account, another] = await listAccounts(service.db.read)
  if (another) {
    throw new AppError(
      'wrong_usage',
      'There are several accounts. Use "tidings import git" with --account instead.',
    )
  }
  const owner = account ?? (await accountNamedAfter(service, wanted.directory))
  const tally = await importRepository(service, owner, wanted, context)
  await context.out(`${describeImport(tally, wanted.past)}\n`)
}

function accountNamedAfter({ db, clock, ids }: Service, directory: string): Promise<Account> {
  const name = directory.split(/[/\\]/).findLast(folder => !/^(?:\.?git)?$/.test(folder))
  return db.write(tx => createAccount(tx, clock, ids, { name: name || 'My team' }))
}

/** The hint about a writer, printed only at the first start with a database. */
const WRITER_HINT =
  '\nDrafts read better with a writer: a language model of your choice, connected in the dashboard under Settings, Writing.\n'

const setUpOffer = (address: string): string =>
  `\nNobody can sign in yet. Open this set-up link to become the first owner and read the history of a repository. It works once, within a day:\n  ${address}\n`

/** Printed once the server listens. Feed addresses are credentials, so they are shown on a terminal only. */
async function welcome(
  { db, baseUrl, config }: Service,
  { isTerminal, isSetUp }: CommandContext & { isSetUp: boolean },
): Promise<string> {
  const accounts = await listAccounts(db.read)
  const feeds = accounts.slice(0, 5).map(account => {
    const { atom, json } = feedAddresses(baseUrl, account)
    return `\n  ${account.name}\n    Atom       ${atom}\n    JSON Feed  ${json}\n`
  })
  const shown = isTerminal || accounts.length === 0 ? feeds.join('') : HIDDEN_FEEDS
  const address = localAddress(config.host, config.port)
  const asPublic = baseUrl === address ? '' : `Its public address is ${baseUrl}\n`
  return `Tidings listens on ${address}\n${asPublic}${shown || (isSetUp ? NEXT_STEPS : '')}\nStop it with Ctrl-C.\n`
}

const HIDDEN_FEEDS = `
"tidings account list" prints the addresses of the feeds.
`

const NEXT_STEPS = `
There is no account yet. Create one:
  tidings serve --import <git-dir>        from the history of a local repository
  tidings account create --name "Acme"    an empty account
`
