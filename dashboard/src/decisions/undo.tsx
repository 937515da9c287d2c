import type { InferResponseType } from 'hono/client'
import { useRef } from 'react'
import { act, actOnEach, api, call, changesAnswered } from '../api/client.ts'
import { entriesChanged } from '../api/entries-changed.ts'
import { useKeys } from '../frame/keys.ts'
import { toasts } from '../frame/toasts.tsx'
import { useAccount, usePageNavigate } from '../frame/use-account.ts'
import { ask } from '../parts/overlay/confirm.tsx'
import { messageFor } from './decision.ts'
import { askToUndo, tellUndone, undoOf, useAskedToUndo } from './undo-events.ts'
import { finalMessage, keptMessage, undoneMessage } from './undo-messages.ts'

const { undo: route } = api.accounts[':account']

type NextUndo = InferResponseType<typeof route.$get, 200>
type UndoableChange = NonNullable<NextUndo['change']>
type Effect = NonNullable<UndoableChange['effect']>

/**
 * The undo of every page: `z`, and the buttons that call `askToUndo`. The server knows the last change, so that the order holds across
 * pages, windows and reloads.
 */
export function Undo(): null {
  const { id: account } = useAccount()
  const tail = useRef<Promise<void>>(Promise.resolve())
  const refusals = useRef(0)
  const navigate = usePageNavigate()

  const isWanted = async (effect: Effect | null): Promise<boolean> => {
    const answer = effect === null || (await ask(questionAbout(effect)))
    if (!answer) refusals.current++
    return answer
  }
  /** Does what the server offers instead of an undo. */
  const doInstead = async ({ offer: { does, why, entries } }: UndoableChange): Promise<void> => {
    const reason = why ? keptMessage(why, Date.now()) : finalMessage(undefined)
    const [entry] = entries
    if (does !== 'withdraw')
      return toasts.show(
        reason,
        entry && {
          label: 'Open it',
          run: () => void navigate({ to: '/$account/entries/$entry', params: { entry: entry.id } }),
        },
      )
    const titles = entries.map(({ title }) => title)
    if (!(await isWanted({ kind: 'withdraw', titles }))) return
    const items = entries.map(({ id, version }) => ({ id, seen: version }))
    const decision = { action: 'entry withdraw' } as const
    const { change, outcomes } = await actOnEach(account, decision, items)
    entriesChanged(
      account,
      items.map(({ id }) => id),
    )
    const told = { queuedAt: String, titleOf: () => titles[0] }
    toasts.show(messageFor(decision, outcomes, told), undoOf(change))
  }
  const openHistory = () => void navigate({ to: '/$account/review', search: { tab: 'history' } })
  const resume = async (line: string): Promise<void> => {
    await act(account, 'schedule resume', { set: line })
    entriesChanged(account)
    toasts.show('The queue is resumed.')
  }
  const undo = async (named: string | undefined): Promise<void> => {
    await changesAnswered()
    const { change, final } = await call(
      route.$get({ param: { account }, query: { ...(named && { change: named }) } }),
    )
    const line = final?.resumes
    if (!change)
      return toasts.show(
        finalMessage(final?.action),
        line
          ? { label: 'Resume', run: () => void resume(line).catch(toasts.failed) }
          : { label: 'History', run: openHistory },
      )
    if (change.offer.does !== 'undo') return doInstead(change)
    if (!(await isWanted(change.effect))) return
    const { outcomes } = await act(account, 'change undo', { change: change.id })
    const undone = outcomes.filter(one => one.outcome === 'undone')
    // Reworded drafts have not left their places, so nobody has to be led back to them.
    if (change.action !== 'worded anew') tellUndone(undone)
    entriesChanged(
      account,
      outcomes.map(({ id }) => id),
    )
    const kept = outcomes.find(one => one.outcome === 'kept')
    toasts.show(undoneMessage(change, undone.length, kept && keptMessage(kept, Date.now())))
  }
  useAskedToUndo(change => {
    const before = refusals.current
    tail.current = tail.current
      // Key presses from before the answer "no" do not ask again.
      .then(() => (refusals.current === before ? undo(change) : undefined))
      .catch(toasts.failed)
  })
  useKeys({ z: () => void askToUndo() })
  return null
}

/** The question whether to undo, which names what readers would see. */
function questionAbout({ kind, titles }: Effect) {
  const { verb, question, text } = QUESTIONS[kind]
  const [first = '', ...others] = titles
  const name = others.length === 0 ? `“${first}”` : `“${first}” and ${others.length} more`
  return { title: question(name), verb, text, variant: kind === 'withdraw' ? 'danger' : 'primary' } as const
}

const QUESTIONS: Record<Effect['kind'], { verb: string; question(name: string): string; text: string }> = {
  publish: {
    verb: 'Publish',
    question: name => `Publish ${name} again?`,
    text: 'This undoes the withdrawal: readers see it in the feeds and on the page again, with its old date. A deleted post does not come back.',
  },
  withdraw: {
    verb: 'Withdraw',
    question: name => `Withdraw ${name}?`,
    text: 'This undoes its publication: it leaves the feeds and the page at once. Posts about it are deleted where the network allows it.',
  },
  reword: {
    verb: 'Undo',
    question: name => `Change back what readers see of ${name}?`,
    text: 'This undoes your change of a published entry: readers see it as it was before, marked as updated.',
  },
}
