import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, call } from '../../api/client.ts'
import { useRested } from '../../parts/use-rested.ts'
import { useAccount, usePageNavigate } from '../use-account.ts'
import type { Command } from './current-commands.ts'

const { entries, pulls } = api.accounts[':account']
/** How many results of each search are listed. */
const MOST = '5'
/** The longest search that the server accepts. */
const LONGEST = 200

/** Entries and pull requests whose words include what is typed, as commands that open them. */
export function useFound(typed: string): { label: string; commands: readonly Command[] }[] {
  const { id: account } = useAccount()
  const navigate = usePageNavigate()
  const words = useRested(typed.slice(0, LONGEST))
  const { data } = useQuery({
    enabled: words !== '',
    queryKey: ['found', account, words],
    queryFn: () => found(account, words),
    placeholderData: keepPreviousData,
  })
  if (!data || typed === '') return []
  return [
    {
      label: 'Entries',
      commands: data.entries.map(({ id, title, state }) => ({
        id,
        label: title.replaceAll('`', '') || 'Without a headline',
        note: state,
        icon: state === 'published' ? 'edition' : state === 'queued' ? 'queue' : 'inbox',
        run: () => navigate({ to: '/$account/entries/$entry', params: { entry: id } }),
      })),
    },
    {
      label: 'Pull requests',
      commands: data.pulls.map(({ id, title, number }) => ({
        id,
        label: title.replaceAll('`', ''),
        ...(number !== null && { note: `#${number}` }),
        icon: 'pulls',
        run: () => navigate({ to: '/$account/merges', search: { q: words, pull: id } }),
      })),
    },
  ]
}

async function found(account: string, words: string) {
  const param = { account }
  const [{ entries: those }, { pulls: lines }] = await Promise.all([
    call(entries.$get({ param, query: { words, limit: MOST } })),
    call(pulls.$get({ param, query: { words, limit: MOST } })),
  ])
  return { entries: those, pulls: lines }
}
