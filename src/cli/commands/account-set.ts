import { accountByPublicId } from '#accounts/account.ts'
import { changeSchedule, type Relaid } from '#changelog/publishing/schedule.ts'
import { command } from '#cli/command.ts'
import { relaidForm, relaidText } from '#cli/queue-form.ts'
import { operator, withService } from '#cli/with-service.ts'
import { AppError } from '#platform/errors.ts'
import { requireAccountId } from './account.ts'

const HOUR_MS = 3_600_000
const NOTHING: Relaid = { moved: [], stayed: [] }

export const setCommand = command({
  usage: 'account set --account ID [--time-zone ZONE] [--language TAG] [--lateness HOURS]',
  summary:
    'Sets the time zone of the slots, the language of the entries, and how many hours after its time a queued entry may still go out by itself. Without options it shows them.',
  options: {
    account: { type: 'string' },
    'time-zone': { type: 'string' },
    language: { type: 'string' },
    lateness: { type: 'string' },
  },
  arguments: [0, 0],
  run: ({ account: id, 'time-zone': timeZone, language, lateness }, _, context) =>
    withService(context, async service => {
      const before = await accountByPublicId(service.db.read, requireAccountId(id))
      const latenessHours = lateness === undefined ? undefined : Number(lateness)
      if (Number.isNaN(latenessHours))
        throw new AppError('wrong_usage', '--lateness takes a number of hours.')
      const isChange = [timeZone, language, latenessHours].some(value => value !== undefined)
      const change = { timeZone, language, latenessHours }
      const { account, relaid } = isChange
        ? await service.db.write(tx => changeSchedule(tx, operator(service), before.id, change))
        : { account: before, relaid: NOTHING }
      const hours = account.latenessMs / HOUR_MS
      return {
        json: {
          account_id: account.publicId,
          time_zone: account.timeZone,
          language: account.language,
          lateness_hours: hours,
          ...relaidForm(relaid),
        },
        text: `time zone  ${account.timeZone}\nlanguage   ${account.language}\nlateness   ${hours} hours\n${relaidText(relaid)}`,
      }
    }),
})
