import type { Action } from './action.ts'

/** The actions by the first word (the noun) of their names. The actions of a noun are loaded when one of them is asked for. */
export const ACTIONS = {
  account: async () => (await import('./accounts/account.ts')).account,
  author: async () => (await import('./sources/author.ts')).author,
  client: async () => (await import('./accounts/client.ts')).client,
  change: async () => (await import('./entries/change.ts')).change,
  edition: async () => (await import('./entries/edition.ts')).edition,
  entry: async () => (await import('./entries/entry.ts')).entry,
  import: async () => (await import('./sources/import.ts')).imports,
  invitation: async () => (await import('./accounts/invitation.ts')).invitation,
  member: async () => (await import('./accounts/member.ts')).member,
  plan: async () => (await import('./accounts/plan.ts')).plan,
  policy: async () => (await import('./entries/policy.ts')).policy,
  pull: async () => (await import('./entries/pull.ts')).pull,
  post: async () => (await import('./social/post.ts')).post,
  queue: async () => (await import('./entries/queue.ts')).queue,
  repository: async () => (await import('./sources/repository.ts')).repository,
  run: async () => (await import('./sources/run.ts')).run,
  schedule: async () => (await import('./entries/schedule.ts')).schedule,
  set: async () => (await import('./accounts/set.ts')).set,
  social: async () => (await import('./social/social.ts')).social,
  source: async () => (await import('./sources/source.ts')).source,
  token: async () => (await import('./accounts/token.ts')).token,
}

type Nouns = { [N in keyof typeof ACTIONS]: Awaited<ReturnType<(typeof ACTIONS)[N]>> }
export type ActionName = { [N in keyof Nouns]: `${N} ${keyof Nouns[N] & string}` }[keyof Nouns]

/** The declaration of an action, for the typed client of the dashboard. */
export type ActionNamed<S extends ActionName> = S extends `${infer N extends keyof Nouns} ${infer V}`
  ? V extends keyof Nouns[N]
    ? Nouns[N][V]
    : never
  : never

/** The action with this name, such as `entry publish`; null where there is none. */
export async function actionNamed(name: string): Promise<Action | null> {
  const [noun = '', ...verb] = name.split(' ')
  if (!Object.hasOwn(ACTIONS, noun)) return null
  const actions: Record<string, Action> = await ACTIONS[noun as keyof typeof ACTIONS]()
  const asked = verb.join(' ')
  return Object.hasOwn(actions, asked) ? (actions[asked] ?? null) : null
}

/** All actions by their names. */
export async function allActions(): Promise<Map<string, Action>> {
  const nouns = await Promise.all(
    Object.entries(ACTIONS).map(async ([noun, load]) =>
      Object.entries<Action>(await load()).map(([verb, action]) => [`${noun} ${verb}`, action] as const),
    ),
  )
  return new Map(nouns.flat())
}
