import { useEffect } from 'react'
import type { DashboardEvent } from '../../../src/web/dashboard-api/events/events.ts'
import { base } from '../api/client.ts'
import { entriesChanged } from '../api/entries-changed.ts'
import { countsQuery, liveCounts } from '../api/entry-queries.ts'
import { meQuery, queryClient } from '../api/queries.ts'

/** The query keys to reload when something of a topic changed, in addition to those of entries and pull requests. */
const KEYS: Record<DashboardEvent['topic'], readonly string[]> = {
  hello: [],
  reset: ['settings', 'sources', 'members', 'tokens', 'clients', 'runs'],
  entries: [],
  pulls: [],
  sources: ['sources'],
  runs: ['runs', 'sources'],
  account: ['edition', 'queue', 'members', 'tokens', 'clients', 'activity', 'settings', 'social', 'runs'],
}

/** A closed stream is opened again after this time. */
const REOPEN_MS = 20_000

/** Follows the changes of the account while the page is open. One tab of a browser has the stream, and tells the others. */
export function useEvents(account: string): void {
  useEffect(() => {
    const channel = new BroadcastChannel(`tidings-events-${account}`)
    channel.onmessage = ({ data }: MessageEvent<DashboardEvent>) => receive(account, data)
    const ended = new AbortController()
    const tell = (event: DashboardEvent) => {
      receive(account, event)
      channel.postMessage(event)
    }
    void holdStream(account, tell, ended.signal)
    return () => {
      ended.abort()
      channel.close()
      loseCounts(account)
    }
  }, [account])
}

type Tell = (event: DashboardEvent) => void

/** Opens the stream in the tab that gets the lock. Without locks, as over plain http, each tab has its own. */
async function holdStream(account: string, tell: Tell, signal: AbortSignal): Promise<void> {
  if (!navigator.locks) return follow(account, tell, signal)
  const name = `tidings-events-${account}`
  await navigator.locks.request(name, { signal }, () => follow(account, tell, signal)).catch(() => {})
}

async function follow(account: string, tell: Tell, signal: AbortSignal): Promise<void> {
  let last = ''
  while (!signal.aborted) {
    await stream(account, last, signal, event => {
      last = String(event.seq)
      tell(event)
    })
    loseCounts(account)
    await new Promise(resolve => setTimeout(resolve, signal.aborted ? 0 : REOPEN_MS))
  }
}

/** Resolves when the stream is closed for good. The browser itself reconnects one that breaks off. */
function stream(account: string, after: string, signal: AbortSignal, tell: Tell): Promise<void> {
  const query = after === '' ? '' : `?after=${after}`
  const source = new EventSource(`${base}api/accounts/${account}/events${query}`)
  return new Promise(resolve => {
    const close = () => {
      source.close()
      resolve()
    }
    signal.addEventListener('abort', close)
    source.onmessage = ({ data }) => tell(JSON.parse(data))
    source.onerror = () => {
      loseCounts(account)
      if (source.readyState === EventSource.CLOSED) close()
    }
  })
}

function receive(account: string, { topic, ids, counts }: DashboardEvent): void {
  liveCounts.isLive = true
  queryClient.setQueryData(countsQuery(account).queryKey, counts)
  for (const key of KEYS[topic]) void queryClient.invalidateQueries({ queryKey: [key, account] })
  // The name and the time zone of the account, and the role of the person in it.
  if (topic === 'account') void queryClient.invalidateQueries(meQuery)
  // The event contains the counts, and rows of the inbox would move while somebody reads them.
  if (topic === 'entries' || topic === 'pulls' || topic === 'reset')
    entriesChanged(account, topic === 'reset' ? null : ids, { except: ['inbox', 'counts'] })
}

/** Returns to polling the counts. */
function loseCounts(account: string): void {
  if (!liveCounts.isLive) return
  liveCounts.isLive = false
  void queryClient.invalidateQueries(countsQuery(account))
}
