import { useNavigate } from '@tanstack/react-router'
import type { InferResponseType } from 'hono/client'
import { useRef, useState } from 'react'
import { changesAnswered } from '../api/changes-sent.ts'
import { act, actOnEach, api, call } from '../api/client.ts'
import { entriesChanged } from '../api/entries-changed.ts'
import { useKeys } from '../frame/keys.ts'
import { toasts } from '../frame/toasts.tsx'
import { useAccount } from '../frame/use-account.ts'
import { Question } from '../parts/overlay/confirm.tsx'
import { messageFor } from './decision.ts'
import { finalMessage, keptMessage, undoneMessage } from './decision-messages.ts'
import { askToUndo, tellUndone, undoOf, useAskedToUndo } from './undo-events.ts'

const { undo: route } = api.accounts[':account']

type NextUndo = InferResponseType<typeof route.$get, 200>
type UndoableChange = NonNullable<NextUndo['change']>
type Effect = NonNullable<UndoableChange['effect']>

interface Asked {
  effect: Effect
  answer: (isWanted: boolean) => void
}

/**
 * The undo of every page: `z`, and the buttons that call `askToUndo`. The server knows the last change, so that the order holds across
 * pages, windows and reloads.
 */
export function Undo() {
  const { id: account } = useAccount()
  const [asked, setAsked] = useState<Asked | null>(null)
  const tail = useRef<Promise<void>>(Promise.resolve())
  const refusals = useRef(0)
  const navigate = useNavigate()

  const isWanted = async (effect: Effect | null): Promise<boolean> => {
    if (!effect) return true
    const { promise, resolve } = Promise.withResolvers<boolean>()
    setAsked({ effect, answer: resolve })
    const answer = await promise
    setAsked(null)
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
          run: () => void navigate({ to: '/$account/entries/$entry', params: { account, entry: entry.id } }),
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
  const openHistory = () =>
    void navigate({ to: '/$account/review', params: { account }, search: { tab: 'history' } })
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
          ? { label: 'Resume', run: () => void resume(line).catch(failed) }
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
      .catch(failed)
  })
  useKeys({ z: () => void askToUndo() })
  return asked && <UndoQuestion {...asked} />
}

const failed = (error: Error): void => toasts.show(error.message)

/** Asks whether to undo, and names what readers would see. */
function UndoQuestion({ effect: { kind, titles }, answer }: Asked) {
  const { verb, question, what } = QUESTIONS[kind]
  const [first = '', ...others] = titles
  const name = others.length === 0 ? `“${first}”` : `“${first}” and ${others.length} more`
  return (
    <Question
      title={question(name)}
      verb={verb}
      variant={kind === 'withdraw' ? 'danger' : 'primary'}
      onAnswer={answer}
    >
      {what}
    </Question>
  )
}

const QUESTIONS: Record<Effect['kind'], { verb: string; question(name: string): string; what: string }> = {
  publish: {
    verb: 'Publish',
    question: name => `Publish ${name} again?`,
    what: 'This undoes the withdrawal: readers see it in the feeds and on the page again, with its old date. A deleted post does not come back.',
  },
  withdraw: {
    verb: 'Withdraw',
    question: name => `Withdraw ${name}?`,
    what: 'This undoes its publication: it leaves the feeds and the page at once. Posts about it are deleted where the network allows it.',
  },
  reword: {
    verb: 'Undo',
    question: name => `Change back what readers see of ${name}?`,
    what: 'This undoes your change of a published entry: readers see it as it was before, marked as updated.',
  },
}
