import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { act, actOnEach } from '../api/client.ts'
import { entriesChanged } from '../api/entries-changed.ts'
import { editionQuery } from '../api/entry-queries.ts'
import { named } from '../decisions/decision.ts'
import { undoOf } from '../decisions/undo-events.ts'
import { useGroupWords } from '../decisions/use-grouping.ts'
import { stopsForWords } from '../entry/editor/kept-words.ts'
import { toasts } from '../frame/toasts.tsx'
import { useAccount } from '../frame/use-account.ts'
import type { InboxRow } from '../inbox/queries.ts'
import { rowId } from '../inbox/search.ts'
import type { EditionData, Placement } from './edition.ts'
import { placedIn, storyThatGaveWay } from './placing.ts'

const DONE: Record<Placement['part'], string> = {
  story: 'Told in full',
  line: 'Told in a line',
  out: 'Left out',
  auto: 'Placed by its weight again',
}

/** Combines several entries of the edition into one story. Returns its id; null if that failed. */
export function useCombining() {
  const { id: account } = useAccount()
  const queries = useQueryClient()
  const word = useGroupWords(account)
  return async (entryIds: string[]): Promise<string | null> => {
    if (stopsForWords(entryIds.map(id => ({ id })))) return null
    try {
      const { story, change } = await act(account, 'edition combine', { ids: entryIds })
      await queries.fetchQuery({ ...editionQuery(account), staleTime: 0 })
      toasts.show(named(`Joined ${entryIds.length}`, story.title), undoOf(change))
      entriesChanged(account, entryIds, { except: ['edition'] })
      void word(story)
      return story.id
    } catch (error) {
      toasts.failed(error)
      entriesChanged(account)
      return null
    }
  }
}

/** Leaves out all of these entries of the edition, as one change. */
export function useLeavingOut() {
  const { id: account } = useAccount()
  return async (ids: readonly string[]): Promise<void> => {
    try {
      const items = ids.map(id => ({ id }))
      const { change } = await actOnEach(account, { action: 'edition place', as: 'out' }, items)
      toasts.show(
        ids.length === 1 ? 'Left out what was unsure.' : `Left out ${ids.length} that were unsure.`,
        undoOf(change),
      )
    } catch (error) {
      toasts.failed(error)
    }
    entriesChanged(account, [...ids])
  }
}

/**
 * Places entries where a person wants them. The new place is shown at once, and then as the server has it.
 * Requests run one after the other. `next` is read aloud after the outcome.
 */
export function usePlacing() {
  const { id: account } = useAccount()
  const queries = useQueryClient()
  const tail = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)
  const { queryKey } = editionQuery(account)
  return async (row: InboxRow, placement: Placement, next?: string): Promise<void> => {
    const [id, title] = [rowId(row), row.title]
    void queries.cancelQueries({ queryKey })
    const before = queries.getQueryData<EditionData>(queryKey)?.edition
    queries.setQueryData<EditionData>(queryKey, data =>
      data?.edition ? { ...data, edition: placedIn(data.edition, id, placement) } : data,
    )
    waiting.current++
    const { part, before: above } = placement
    const wanted = { action: 'edition place', as: part, before: above } as const
    const sent = tail.current.then(() => actOnEach(account, wanted, [{ id }]))
    tail.current = sent.catch(() => {})
    try {
      const { change, outcomes } = await sent
      const [outcome] = outcomes
      if (outcome?.outcome === 'failed') throw new Error(outcome.detail)
      const placed =
        waiting.current === 1
          ? (await queries.fetchQuery({ ...editionQuery(account), staleTime: 0 })).edition
          : null
      const done = placement.before === undefined ? DONE[placement.part] : `${DONE[placement.part]}, moved`
      const gaveWay = before && placed ? storyThatGaveWay(before, placed, id) : undefined
      const told = gaveWay
        ? `${named(done, title)} ${named('Now in a line', gaveWay.title)}`
        : named(done, title)
      toasts.show(told, undoOf(change), next)
    } catch (error) {
      void queries.invalidateQueries({ queryKey })
      toasts.failed(error)
    }
    waiting.current--
    entriesChanged(account, [id], { except: ['edition', 'inbox'] })
  }
}
