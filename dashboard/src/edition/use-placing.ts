import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api, call } from '../api/client.ts'
import { entriesChanged } from '../api/entries-changed.ts'
import { editionQuery } from '../api/entry-queries.ts'
import { named } from '../decisions/decision.ts'
import { askToUndo } from '../decisions/undo-events.ts'
import { useGroupWords } from '../decisions/use-grouping.ts'
import { toasts } from '../frame/toasts.tsx'
import { useAccount } from '../frame/use-account.ts'
import type { EditionData, Placement } from './edition.ts'
import { placedIn, storyThatGaveWay } from './placing.ts'
import type { EditionRow } from './rows.ts'

const route = api.accounts[':account'].edition.items[':entry']

const DONE: Record<Placement['part'], string> = {
  story: 'Told in full',
  line: 'Told in a line',
  out: 'Left out',
  auto: 'Placed by its weight again',
}

/** Makes one story of several entries of the edition, and gives its id; null where that failed. */
export function useCombining() {
  const { id: account } = useAccount()
  const queries = useQueryClient()
  const word = useGroupWords(account)
  return async (entryIds: string[]): Promise<string | null> => {
    const json = { entryIds }
    try {
      const sent = call(api.accounts[':account'].edition.stories.$post({ param: { account }, json }))
      const { story, change, ...data } = await sent
      queries.setQueryData<EditionData>(editionQuery(account).queryKey, data)
      const undo = change === null ? undefined : { label: 'Undo', run: () => askToUndo(change) }
      toasts.show(named(`One story of ${entryIds.length}`, story.title), undo)
      entriesChanged(account, entryIds, { except: ['edition'] })
      void word(story)
      return story.id
    } catch (error) {
      toasts.show(error instanceof Error ? error.message : 'That did not work.')
      entriesChanged(account)
      return null
    }
  }
}

/** Puts entries where a person wants them: shown at once, then as the server has it. Requests run one after the other. `next` is read aloud after what was done. */
export function usePlacing() {
  const { id: account } = useAccount()
  const queries = useQueryClient()
  const tail = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)
  const { queryKey } = editionQuery(account)
  return async ({ id, title }: EditionRow, placement: Placement, next?: string): Promise<void> => {
    void queries.cancelQueries({ queryKey })
    const before = queries.getQueryData<EditionData>(queryKey)?.edition
    queries.setQueryData<EditionData>(queryKey, data =>
      data?.edition ? { ...data, edition: placedIn(data.edition, id, placement) } : data,
    )
    waiting.current++
    const sent = tail.current.then(() =>
      call(route.$put({ param: { account, entry: id }, json: placement }, KEEP_ALIVE)),
    )
    tail.current = sent.catch(() => {})
    try {
      const { change, ...data } = await sent
      if (waiting.current === 1) queries.setQueryData<EditionData>(queryKey, data)
      const done = placement.before === undefined ? DONE[placement.part] : `${DONE[placement.part]}, moved`
      const gaveWay = before && data.edition ? storyThatGaveWay(before, data.edition, id) : undefined
      const told = gaveWay
        ? `${named(done, title)} ${named('Now in a line', gaveWay.title)}`
        : named(done, title)
      toasts.show(told, { label: 'Undo', run: () => askToUndo(change) }, next)
    } catch (error) {
      void queries.invalidateQueries({ queryKey })
      toasts.show(error instanceof Error ? error.message : 'That did not work.')
    }
    waiting.current--
    entriesChanged(account, [id], { except: ['edition', 'inbox'] })
  }
}

/** What was placed reaches the server even when the page is left. */
const KEEP_ALIVE = { init: { keepalive: true } }
