import { accountById } from '#accounts/account.ts'
import { printedSchedule, timeForm, timeLine } from '#actions/schedule.ts'
import type { QueuedEntry } from '#changelog/entries/entry.ts'
import {
  addTime,
  changeSchedule,
  type RescheduledEntries,
  removeTime,
} from '#changelog/publishing/schedule.ts'
import { PERIODS, type ScheduleTime, TAKES } from '#changelog/schedule/times.ts'
import { type CommandResult, command } from '#cli/command.ts'
import { ACCOUNT, choice, instant, orNone, text, toggle, value } from '#cli/options.ts'
import { operator, withAccount } from '#cli/with-service.ts'
import { isoOf } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import { weeklyTimeFrom } from '#platform/recurring-time.ts'

export const showCommand = command({
  usage: 'schedule show',
  summary:
    "Show when entries and editions go out, in the account's time zone, what is paused, and how late an entry may still be published.",
  options: { account: ACCOUNT },
  run: ({ account: id }, _, context) =>
    withAccount(context, id, (account, service) => printedSchedule(service.db.read, account)),
})

export const addCommand = command({
  usage: 'schedule add',
  summary:
    "Add a time, in the account's time zone: of every week, every two weeks or every month (the last such day of it), or with each release. It takes one entry of a set or of no set, or all drafts that are ready, as an edition. Queued entries are rescheduled.",
  options: {
    account: ACCOUNT,
    every: choice(PERIODS),
    day: text('monday'),
    time: text('09:30'),
    takes: choice(TAKES),
    set: orNone('SET'),
  },
  run: ({ account: id, every = 'week', day, time, takes, set = null }, _, context) =>
    withAccount(context, id, async (account, service) => {
      const at =
        every === 'release' ? null : weeklyTimeFrom(requireGiven('day', day), requireGiven('time', time))
      const given = {
        setId: set,
        every,
        at,
        takes: takes ?? (every === 'release' ? 'edition' : 'entry'),
      } as const
      const added = await service.db.write(tx => addTime(tx, operator(service), account.id, given))
      return changed(added.time, added.rescheduled)
    }),
})

function requireGiven(name: string, given: string | undefined): string {
  if (given !== undefined) return given
  throw new AppError('wrong_usage', `--${name} is missing.`)
}

export const removeCommand = command({
  usage: 'schedule remove TIME_ID',
  summary:
    'Remove a time. Entries are rescheduled; when the last one is removed they keep their times. Without a time that takes an edition, the open edition ends and its drafts stay.',
  options: { account: ACCOUNT },
  run: ({ account: id }, [timeId = ''], context) =>
    withAccount(context, id, async (account, service) => {
      const removed = await service.db.write(tx => removeTime(tx, operator(service), account.id, timeId))
      return changed(removed.time, removed.rescheduled)
    }),
})

export const setCommand = command({
  usage: 'schedule set',
  summary:
    'Set how many hours late a queued entry may still be published automatically; and of editions from which merges on they begin, whether urgent changes wait for them, and whether feeds list their entries.',
  options: {
    account: ACCOUNT,
    lateness: value('HOURS', hoursFrom),
    since: instant('DATE'),
    'urgent-at-once': toggle('urgent-in-editions'),
    'feeds-list-entries': toggle('feeds-list-editions'),
  },
  run: ({ account: id, lateness: latenessHours, since, ...given }, _, context) =>
    withAccount(context, id, async (account, service) => {
      const change = {
        ...{ latenessHours, since },
        urgentAtOnce: given['urgent-at-once'],
        feedsListItems: given['feeds-list-entries'],
      }
      await service.db.write(tx => changeSchedule(tx, operator(service), account.id, change))
      return printedSchedule(service.db.read, await accountById(service.db.read, account.id))
    }),
})

/** The hours of `--lateness`; `changeSchedule` says how many are accepted. */
function hoursFrom(text: string): number {
  if (/^\d{1,6}(\.\d{1,3})?$/.test(text)) return Number(text)
  throw new AppError('wrong_usage', '--lateness takes a number of hours.')
}

const changed = (time: ScheduleTime, rescheduled: RescheduledEntries): CommandResult => ({
  json: { ...timeForm(time), ...rescheduledForm(rescheduled) },
  text: timeLine(time) + rescheduledText(rescheduled),
})

const queuedForm = ({ id, title, queuedFor }: QueuedEntry) => ({ id, title, queued_for: isoOf(queuedFor) })

/** What a change of the schedule or of the time zone did to the queued entries. */
export const rescheduledForm = ({ moved, stayed }: RescheduledEntries) => ({
  moved: moved.map(queuedForm),
  stayed: stayed.map(queuedForm),
})

export const rescheduledText = ({ moved, stayed }: RescheduledEntries): string =>
  [
    ...moved.map(entry => `  moved to ${isoOf(entry.queuedFor)}  ${entry.title}\n`),
    ...stayed.map(entry => `  stays at ${isoOf(entry.queuedFor)}  ${entry.title}\n`),
  ].join('')
