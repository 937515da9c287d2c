import { SEALED_COLUMNS } from '#app/sealed-columns.ts'
import { command } from '#cli/command.ts'
import { counted } from '#cli/format.ts'
import { withService } from '#cli/with-service.ts'
import { sealAnew } from '#platform/db/sealed-columns.ts'

export const rotate = command({
  usage: 'key rotate',
  summary: 'Seal all stored secrets with the first key of TIDINGS_ENCRYPTION_KEY, so that older keys can go.',
  options: {},
  run: (_, __, context) =>
    withService(context, async service => {
      const { sealed, unreadable } = await sealAnew(
        service.db,
        await service.secrets(),
        SEALED_COLUMNS,
        context.signal,
      )
      const rest = `${counted(unreadable, 'secret is', 'secrets are')} sealed with a key that is not configured.`
      return {
        json: { sealed, unreadable },
        text: `${counted(sealed, 'secret was', 'secrets were')} sealed with the first key. ${unreadable > 0 ? rest : 'None needs another.'}\n`,
        incomplete: unreadable > 0,
      }
    }),
})
