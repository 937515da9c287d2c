import { actionNamed, allActions } from '#actions/actions.ts'
import type { Command } from '#cli/command.ts'

/** Every command that is not an action, by its name. Each is loaded only when it is called. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./server/serve.ts')).serve,
  web: async () => (await import('./server/serve.ts')).web,
  worker: async () => (await import('./server/serve.ts')).worker,
  preview: async () => (await import('./classification/preview.ts')).preview,
  check: async () => (await import('./classification/check.ts')).check,
  review: async () => (await import('./pipelines/review.ts')).review,
  'import git': async () => (await import('./sources/import.ts')).importGit,
  'import jsonl': async () => (await import('./sources/import.ts')).importJsonLines,
  export: async () => (await import('./sources/export.ts')).exportCommand,
  'import changelog': async () => (await import('./sources/import-past-changelog.ts')).importChangelog,
  'import releases': async () => (await import('./sources/import-past-changelog.ts')).importReleases,
  'import feed': async () => (await import('./sources/import-past-changelog.ts')).importFeed,
  classify: async () => (await import('./classification/classify.ts')).classify,
  backtest: async () => (await import('./classification/backtest.ts')).backtest,
  'account create': async () => (await import('./accounts/account.ts')).createCommand,
  'account list': async () => (await import('./accounts/account.ts')).listCommand,
  'account writer try': async () => (await import('./accounts/account.ts')).tryCommand,
  'set list': async () => (await import('./accounts/account.ts')).setsCommand,
  'user create': async () => (await import('./accounts/user.ts')).createCommand,
  'user link': async () => (await import('./accounts/user.ts')).linkCommand,
  'user sessions': async () => (await import('./accounts/user.ts')).sessionsCommand,
  'user sign-out': async () => (await import('./accounts/user.ts')).signOutCommand,
  'user second-factor': async () => (await import('./accounts/user.ts')).secondFactorCommand,
  'user erase': async () => (await import('./accounts/user.ts')).eraseCommand,
  'user export': async () => (await import('./accounts/user.ts')).exportCommand,
  'entry list': async () => (await import('./entries/entry.ts')).listCommand,
  'entry history': async () => (await import('./entries/entry.ts')).historyCommand,
  'entry image': async () => (await import('./entries/entry.ts')).imageCommand,
  'entry pictures': async () => (await import('./entries/entry.ts')).picturesCommand,
  'entry propose': async () => (await import('./entries/entry.ts')).proposeCommand,
  'edition show': async () => (await import('./entries/coming.ts')).editionCommand,
  'queue list': async () => (await import('./entries/coming.ts')).queueCommand,
  'schedule show': async () => (await import('./entries/coming.ts')).scheduleCommand,
  'social list': async () => (await import('./social/post.ts')).accountsCommand,
  'post list': async () => (await import('./social/post.ts')).listCommand,
  'post preview': async () => (await import('./social/post.ts')).previewCommand,
  'pull list': async () => (await import('./entries/pull.ts')).listCommand,
  'source list': async () => (await import('./sources/source.ts')).listCommand,
  'github-app create': async () => (await import('./sources/github-app.ts')).createCommand,
  'github-app list': async () => (await import('./sources/github-app.ts')).listCommand,
  'github-app release': async () => (await import('./sources/github-app.ts')).releaseCommand,
  'github-app remove': async () => (await import('./sources/github-app.ts')).removeCommand,
  backfill: async () => (await import('./sources/backfill.ts')).backfill,
  'deliveries list': async () => (await import('./sources/deliveries.ts')).listCommand,
  'deliveries replay': async () => (await import('./sources/deliveries.ts')).replayCommand,
  'key rotate': async () => (await import('./server/key.ts')).rotate,
  'jobs list': async () => (await import('./server/jobs.ts')).listCommand,
  'jobs retry': async () => (await import('./server/jobs.ts')).retryCommand,
  'mail suppressed': async () => (await import('./accounts/mail.ts')).suppressedCommand,
  'mail allow': async () => (await import('./accounts/mail.ts')).allowCommand,
  'pull show': async () => (await import('./entries/pull.ts')).showCommand,
  'member list': async () => (await import('./accounts/account.ts')).membersCommand,
  'token list': async () => (await import('./accounts/account.ts')).tokensCommand,
  mcp: async () => (await import('./server/mcp.ts')).mcp,
  migrate: async () => (await import('./server/database.ts')).migrate,
  backup: async () => (await import('./server/database.ts')).backup,
  doctor: async () => (await import('./server/doctor.ts')).doctor,
  'support bundle': async () => (await import('./server/doctor.ts')).bundle,
}

/** The names of all commands, including those of actions. */
export const commandNames = async (): Promise<string[]> => [
  ...Object.keys(COMMANDS),
  ...(await allActions()).keys(),
]

/** The command with this name, loaded on demand; null if there is none. */
export async function commandNamed(name: string): Promise<Command | null> {
  const load = Object.hasOwn(COMMANDS, name) && COMMANDS[name]
  if (load) return load()
  const action = await actionNamed(name)
  return action && (await import('#cli/action-command.ts')).commandOf(name, action)
}
