import { clearPromotion, promoteElsewhere } from '#changelog/entries/promotion.ts'
import { command } from '#cli/command.ts'
import { operator, withService } from '#cli/with-service.ts'
import { isoOf } from '#platform/clock.ts'

export const promotedCommand = command({
  usage: 'pull promoted ID [--clear]',
  summary: 'Marks a pull request as announced elsewhere; --clear lets it be announced again.',
  options: { clear: { type: 'boolean' } },
  arguments: [1, 1],
  run: ({ clear }, [id = ''], context) =>
    withService(context, async service => {
      const move = clear ? clearPromotion : promoteElsewhere
      const { promotedAt, promotedBy } = await service.db.write(tx => move(tx, operator(service), id))
      const at = promotedAt === null ? null : isoOf(promotedAt)
      return {
        json: { pr_id: id, already_promoted: at !== null, promoted_at: at, promoted_by: promotedBy },
        text:
          at === null ? 'It may be announced.\n' : `It counts as announced since ${at}, by ${promotedBy}.\n`,
      }
    }),
})
