import { z } from 'zod'
import { lockAccount } from '#accounts/account.ts'
import { instant } from '#actions/input.ts'
import { withWordsOfNow } from '#changelog/editions/edition.ts'
import { publishEntryOrEdition, withdrawAlone } from '#changelog/editions/publish.ts'
import { type EntryEdit, editEntry, restoreVersion } from '#changelog/entries/edit.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import { bodyFrom } from '#changelog/entries/entry-text.ts'
import { declineGroup } from '#changelog/entries/group-proposals.ts'
import { groupEntries, ungroupEntry } from '#changelog/entries/grouping.ts'
import { entryById } from '#changelog/entries/store.ts'
import { dismissEntry, restoreEntry, withdrawEntry } from '#changelog/entries/transitions.ts'
import { continueTyping } from '#changelog/inbox/changes.ts'
import { takeOut } from '#changelog/inbox/undo.ts'
import { MAX_PULLS_PER_ENTRY } from '#changelog/limits.ts'
import { publishSoon, queueOrRequeue } from '#changelog/publishing/queue.ts'
import { KINDS, MAGNITUDES } from '#judgement/classification/classification.ts'
import { AppError } from '#platform/errors.ts'
import { action, flag, idOf, setField } from '../action.ts'
import { changeEntry, entryToChange, jsonOf, shownEntry, target, writeEntry } from './entry-change.ts'
import { entryForm, entryLine } from './entry-json.ts'
import { translations } from './entry-translations.ts'
import { reword, words } from './entry-words.ts'

/**
 * An edit in which words that equal the machine's current ones stay the machine's, so that those of an
 * edition continue to describe what is in it.
 */
const keepingMachineWords = (stored: Entry, now: Entry, edit: EntryEdit): EntryEdit => ({
  ...edit,
  ...(edit.title !== undefined && edit.title === now.machineTitle && { title: stored.machineTitle }),
  ...(edit.body !== undefined && edit.body === now.machineBody && { body: stored.machineBody }),
})

const editInput = z.object({
  ...target,
  title: z.string().max(100_000).optional(),
  body: z.string().max(100_000).optional().meta({ isFile: true }),
  kind: z.enum(KINDS).optional(),
  magnitude: z.enum(MAGNITUDES).optional(),
  set: setField,
  primary: idOf('pull').optional().meta({ placeholder: 'PR_ID' }),
  language: z.string().max(100).nullable().optional().meta({ placeholder: 'TAG' }),
  alt: z.string().max(10_000).optional(),
  noImage: flag,
  reviewed: flag,
  backTo: z.int().min(1).optional().meta({ placeholder: 'VERSION' }),
})

const setName = z.string().max(100).optional().meta({ placeholder: 'SET' })
const pulls = z.array(idOf('pull')).max(MAX_PULLS_PER_ENTRY).meta({ placeholder: 'PR_ID' })

/** The fields of the entry that the input changes. */
function editFrom({ image }: Entry, input: z.output<typeof editInput>): EntryEdit {
  const { id: _, seen: __, set, primary, alt, noImage, backTo: ___, ...same } = input
  if (alt !== undefined && !image)
    throw new AppError('conflict', 'The entry has no image. Set one with "entry image".')
  const edit = {
    ...same,
    setId: set,
    primaryPullRequestId: primary,
    image: noImage ? null : alt !== undefined && image ? { ...image, alt } : undefined,
  }
  return Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined))
}

/** Actions on entries. */
export const entry = {
  ...words,
  ...translations,
  reword,
  publish: action({
    summary:
      'Publish an entry now, or queue it for a later time; a withdrawn one gets its old date. --soon leaves ten seconds to undo it.',
    role: 'publisher',
    input: z.object({ ...target, set: setName, at: instant.optional(), soon: flag }),
    args: ['id'],
    run: (acting, { set, at, soon, ...which }) =>
      writeEntry(acting, async tx => {
        const locked = await lockAccount(tx, acting.accountId)
        const before = await entryToChange(locked, acting, which)
        const { id, state, version: seen } = before
        if (at !== undefined) return queueOrRequeue(tx, acting, before, { at, seen, setId: set })
        if (soon && state !== 'withdrawn') return publishSoon(tx, acting, id, { seen, setId: set })
        return publishEntryOrEdition(locked, acting, before, { setId: set })
      }),
    ...shownEntry,
  }),
  queue: action({
    summary:
      'Queue an entry for a time or, without --at, for the next free time of the schedule. One that is queued gets another time; --free takes a certain free one.',
    role: 'publisher',
    input: z
      .object({ ...target, at: instant.optional(), free: instant.optional(), next: flag, set: setField })
      .refine(({ at, free, next }) => [at, free, next].filter(one => one !== undefined).length < 2, {
        error: 'Give at most one of at, free and next',
      }),
    args: ['id'],
    run: (acting, { at, free, set, ...which }) =>
      changeEntry(acting, which, (tx, before) => {
        const time = free !== undefined ? { free } : (at ?? 'next')
        return queueOrRequeue(tx, acting, before, { at: time, setId: set, seen: before.version })
      }),
    ...shownEntry,
  }),
  unqueue: action({
    summary:
      'Take an entry out of the queue. It becomes a draft again, or goes back to its place where it was about to be published.',
    role: 'publisher',
    input: z.object(target),
    args: ['id'],
    run: (acting, which) => changeEntry(acting, which, (tx, before) => takeOut(tx, acting, before)),
    ...shownEntry,
  }),
  withdraw: action({
    summary:
      'Remove a published entry from the feeds. The entries of an edition go with it, or become entries by themselves; an edition goes with its last entry.',
    role: 'publisher',
    input: z.object({ ...target, keepEntries: flag }),
    args: ['id'],
    run: (acting, { keepEntries, ...which }) =>
      changeEntry(acting, which, (tx, { id, version: seen }) =>
        (keepEntries ? withdrawAlone : withdrawEntry)(tx, acting, id, { seen }),
      ),
    ...shownEntry,
  }),
  dismiss: action({
    summary: 'Dismiss a draft or a queued entry.',
    role: 'writer',
    input: z.object(target),
    args: ['id'],
    run: (acting, which) =>
      changeEntry(acting, which, (tx, { id, version: seen }) => dismissEntry(tx, acting, id, { seen })),
    ...shownEntry,
  }),
  restore: action({
    summary: 'Make a dismissed entry a draft again.',
    role: 'writer',
    input: z.object(target),
    args: ['id'],
    run: (acting, which) =>
      changeEntry(acting, which, (tx, { id, version: seen }) => restoreEntry(tx, acting, id, { seen })),
    ...shownEntry,
  }),
  edit: action({
    summary:
      'Edit an entry. --seen fails if the entry has changed since that version; --back-to restores the text of an earlier version.',
    role: 'writer',
    input: editInput,
    args: ['id'],
    async run(acting, input) {
      const { backTo } = input
      // Rendering the body before the transaction puts it into memory, where the transaction's check finds it.
      if (input.body !== undefined) await bodyFrom(input.body)
      const stored = await entryById(acting.db.read, input.id, acting.accountId)
      const edit = editFrom(stored, input)
      const changes = Object.keys(edit).length > 0
      if (backTo === undefined ? !changes && input.seen === undefined : changes)
        throw new AppError(
          'invalid_parameter',
          'Give either what to change or the version to go back to, not both.',
        )
      const isTyped = Object.keys(edit).every(field => field === 'title' || field === 'body')
      return changeEntry(acting, input, async (tx, before) => {
        const { id, version: seen } = before
        if (backTo !== undefined) return restoreVersion(tx, acting, id, backTo, { seen })
        const now = await withWordsOfNow(tx, before, acting.clock.now())
        const kept = keepingMachineWords(before, now, editFrom(before, input))
        const context = isTyped ? await continueTyping(tx, acting, before) : acting
        return editEntry(tx, context, id, kept, { seen })
      })
    },
    ...shownEntry,
  }),
  group: action({
    summary: 'Combine drafts, and pull requests that are in no entry, into one draft led by the first.',
    role: 'writer',
    input: z.object({ ids: z.array(idOf('entry')).min(1).max(MAX_PULLS_PER_ENTRY), pull: pulls.default([]) }),
    args: ['ids'],
    async run(acting, { ids: entryIds, pull: pullRequestIds }) {
      const request = { entryIds, pullRequestIds }
      const group = await acting.db.write(tx => groupEntries(tx, acting, acting.accountId, request))
      return jsonOf(acting, group)
    },
    ...shownEntry,
  }),
  ungroup: action({
    summary: 'Undo a group that is still a draft and restore the drafts it was made from.',
    role: 'writer',
    input: z.object(target),
    args: ['id'],
    async run(acting, { id, seen }) {
      const { db, accountId } = acting
      const back = await db.write(tx => ungroupEntry(tx, acting, id, { seen, accountId }))
      return { entries: await Promise.all(back.map(entry => jsonOf(acting, entry))) }
    },
    print: ({ entries }) => ({
      json: { entries: entries.map(entryForm) },
      text: entries.map(entryLine).join('') || 'No drafts to restore.\n',
    }),
  }),
  'keep-apart': action({
    summary: 'Keep drafts apart that were proposed as one entry, until another one joins them.',
    role: 'writer',
    input: z.object({
      ids: z.array(idOf('entry')).min(2).max(MAX_PULLS_PER_ENTRY),
      topic: z.array(z.string().max(300)).min(1).max(50),
    }),
    args: ['ids'],
    async run(acting, { ids: entryIds, topic: topics }) {
      await acting.db.write(tx => declineGroup(tx, acting, acting.accountId, { topics, entryIds }))
      return { declined: true }
    },
    print: () => ({ text: 'They stay apart.\n' }),
  }),
}
