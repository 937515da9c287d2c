import { feedAddresses } from '#changelog/feeds/address.ts'
import { changeLanguages, languagesOf } from '#changelog/translations/translations.ts'
import { command } from '#cli/command.ts'
import { ACCOUNT, list, text } from '#cli/options.ts'
import { operator, withAccount } from '#cli/with-service.ts'
import { enqueueNewest } from '#pipeline/writing/translate-job.ts'

export const languagesCommand = command({
  usage: 'account languages',
  summary:
    'Set the languages that entries are translated into, such as --into de --into pt-BR; --into none for none. A running server or worker lets the writer translate the newest entries, where there is one. Without options, show the languages and the addresses of their feeds.',
  options: { account: ACCOUNT, into: list(text('TAG')) },
  run: ({ account: id, into }, _, context) =>
    withAccount(context, id, async (account, service) => {
      const { db, baseUrl } = service
      const languages =
        into === undefined
          ? await languagesOf(db.read, account.id)
          : await db.write(async tx => {
              const before = await languagesOf(tx, account.id)
              const wanted = into.filter(tag => tag !== 'none')
              const after = await changeLanguages(tx, operator(service), account, wanted)
              const added = after.filter(language => !before.includes(language))
              await enqueueNewest(tx, service, account.id, added)
              return after
            })
      const others = languages.map(language => ({
        language,
        feeds: feedAddresses(baseUrl, account, undefined, language),
      }))
      return {
        json: { language: account.language, translated_into: others },
        text: [
          `Entries are written in ${account.language}.\n`,
          ...others.map(
            ({ language, feeds }) =>
              `${language}  ${feeds.atom}\n${' '.repeat(language.length)}  ${feeds.json}\n`,
          ),
        ].join(''),
      }
    }),
})
