import { queryOptions } from '@tanstack/react-query'
import { api, call } from '../api/client.ts'
import type { DataOf } from '../api/queries.ts'

const { runs } = api.accounts[':account']

/** How often progress is polled if events do not report it. */
const POLL_MS = 2_000

/** The last run of each kind and subject, the newest first: imports, backfills, rewordings and translations, with their progress. */
export const runsQuery = (account: string) =>
  queryOptions({
    queryKey: ['runs', account, 'all'],
    queryFn: async () => (await call(runs.$get({ param: { account } }))).runs,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? POLL_MS : false),
  })

export type Run = DataOf<typeof runsQuery>[number]
export type RunOf<K extends Run['kind']> = Extract<Run, { kind: K }>

export const isRunning = ({ state }: { state: string }): boolean => state === 'running'

/** The runs of one kind, the newest first. */
export const runsOf = <K extends Run['kind']>(all: readonly Run[], kind: K): RunOf<K>[] =>
  all.filter((run): run is RunOf<K> => run.kind === kind)
