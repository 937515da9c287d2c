import { PERIODS, type Rhythm, rhythmOf } from '#accounts/rhythm.ts'
import { changeRhythm } from '#changelog/editions/publish.ts'
import { command } from '#cli/command.ts'
import { ACCOUNT, choice, instant, toggle } from '#cli/options.ts'
import { operator, withAccount } from '#cli/with-service.ts'
import { isoOf } from '#platform/clock.ts'

export const rhythmCommand = command({
  usage: 'account rhythm',
  summary:
    'Publish drafts one by one, or in editions of a week, two weeks, a month or a release. --since takes older drafts into the next edition. Without options, show the rhythm.',
  options: {
    account: ACCOUNT,
    period: choice(PERIODS),
    since: instant('DATE'),
    'urgent-at-once': toggle('urgent-in-editions'),
    'feeds-list-entries': toggle('feeds-list-editions'),
  },
  run: ({ account: id, period, since, ...given }, _, context) =>
    withAccount(context, id, async (account, service) => {
      const change = {
        ...(period !== undefined && { period }),
        ...(since !== undefined && { since }),
        ...(given['urgent-at-once'] !== undefined && { urgentAtOnce: given['urgent-at-once'] }),
        ...(given['feeds-list-entries'] !== undefined && { feedsListItems: given['feeds-list-entries'] }),
      }
      const { db } = service
      const rhythm =
        Object.keys(change).length === 0
          ? await rhythmOf(db.read, account.id)
          : await db.write(tx => changeRhythm(tx, operator(service), account.id, change))
      return { json: formOf(rhythm), text: textOf(rhythm) }
    }),
})

const formOf = ({ period, since, urgentAtOnce, feedsListItems }: Rhythm) => ({
  period,
  since: since === null ? null : isoOf(since),
  urgent_at_once: urgentAtOnce,
  feeds_list_entries: feedsListItems,
})

function textOf({ period, since, urgentAtOnce, feedsListItems }: Rhythm): string {
  if (since === null) return 'Drafts go out one by one.\n'
  return [
    `Drafts go out in editions: ${period}, with what was merged since ${isoOf(since).slice(0, 10)}.`,
    urgentAtOnce
      ? 'Breaking changes and security go out by themselves.'
      : 'All of them wait for the edition.',
    `Feeds list ${feedsListItems ? 'the entries of an edition' : 'an edition as one item'}.\n`,
  ].join('\n')
}
