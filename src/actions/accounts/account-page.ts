import { z } from 'zod'
import { storeImage } from '#changelog/entries/images/images.ts'
import { pictureFrom } from '#changelog/entries/images/picture.ts'
import { pageAddress } from '#changelog/feeds/address.ts'
import { type HostProof, hostProof, proveHost } from '#changelog/page/address/hosts.ts'
import {
  changePage,
  type PageChange,
  type PageSettings,
  pageSettings,
  translatePage,
} from '#changelog/page/settings.ts'
import type { PageText } from '#changelog/translations/translations.ts'
import { requireTranslation } from '#pipeline/writing/translate.ts'
import { AppError } from '#platform/errors.ts'
import { type Acting, action, factsText } from '../action.ts'

const text = (placeholder: string, option?: string) =>
  z
    .string()
    .max(500)
    .nullable()
    .optional()
    .meta({ placeholder, ...(option && { option }) })

const isTrue = (option: string, opposite: string) => z.boolean().optional().meta({ option, opposite })

async function print(_: unknown, { db, account, services: { baseUrl } }: Acting) {
  const settings = await pageSettings(db.read, account.id)
  const proof = await hostProof(db.read, account.id)
  const { publicId } = account
  const address = settings.isOn ? pageAddress(baseUrl, { publicId, ...settings }) : null
  const facts = factsText({
    page: address ?? 'off',
    title: settings.title ?? `${account.name} changelog`,
    intro: settings.intro ?? 'none',
    ...Object.fromEntries(
      Object.entries(settings.translations).map(([language, { title, intro }]) => [
        `in ${language}`,
        [title, intro].filter(Boolean).join(' · ') || 'none',
      ]),
    ),
    logo: settings.logo === null ? 'none' : 'uploaded',
    accent: settings.accent ?? 'default',
    home: settings.homeUrl ?? 'none',
    name: settings.name ?? 'none',
    host: settings.host ?? 'none',
    ...(proof && { 'claimed host': `${proof.host}, not proven yet` }),
    'search engines': settings.isListed ? 'may list it' : 'are asked not to list it',
    'pull requests': settings.showsPullRequests ? 'linked where the repository is public' : 'not shown',
  })
  return {
    json: { account_id: publicId, address, ...settings, host_proof: proof },
    text: facts + (proof ? whatProves(proof) : '') + disclosureOf(settings),
  }
}

const whatProves = ({ host, name, value }: HostProof): string =>
  `The page is served at ${host} once a DNS record shows that it is yours. Add it, then run "tidings account host":\n  ${name}  TXT  "${value}"\n`

/** A warning about what the page's address gives access to; empty if that is nothing. */
function disclosureOf({ isOn, name, host }: PageSettings): string {
  if (!isOn) return ''
  if (name === null && host === null)
    return 'The address contains the account id: whoever has it can also read the account-wide feed. A public name (--name) avoids that.\n'
  return 'The address does not reveal the account id. Whoever has it can read every published entry, and the feed of those entries.\n'
}

export const page = action({
  summary:
    'Turn the hosted changelog page on or off and set its content and style. An empty value clears a setting. With --into, set the title and the introduction in another language of the account, in the words given or else by the writer. Without options, show the settings.',
  role: 'owner',
  input: z
    .object({
      isOn: isTrue('on', 'off'),
      title: text('T'),
      intro: text('S'),
      into: z.string().max(100).optional().meta({ placeholder: 'TAG' }),
      logo: z.instanceof(Uint8Array).nullable().optional().meta({ isFile: true, option: 'logo' }),
      accent: text('#RRGGBB'),
      homeUrl: text('URL', 'home'),
      name: text('NAME'),
      host: text('HOST'),
      isListed: isTrue('listed', 'unlisted'),
      showsPullRequests: isTrue('pull-requests', 'no-pull-requests'),
    })
    .refine(
      ({ into, title: _title, intro: _intro, ...others }) =>
        into === undefined || Object.keys(others).length === 0,
      { error: 'Only the title and the introduction are translated' },
    ),
  async run(acting, { logo, into, ...given }) {
    const { db, accountId, services } = acting
    if (into !== undefined) {
      const { title, intro } = given
      const told =
        title === undefined && intro === undefined ? await byWriter(acting, into) : { title, intro }
      return db.write(tx =>
        translatePage(tx, { ...acting, hostRules: services.hostRules }, accountId, into, told),
      )
    }
    const picture = logo && (await pictureFrom(logo, accountId))
    if (logo === undefined && Object.keys(given).length === 0) return
    return db.write(async tx => {
      const image = picture && (await storeImage(tx, acting, accountId, picture))
      const change = { ...given, logo: image } as PageChange
      await changePage(tx, { ...acting, hostRules: services.hostRules }, accountId, change)
    })
  },
  print,
})

/** The page's title and introduction in another language, by the account's writer. */
async function byWriter(
  { db, accountId, services, signal }: Acting,
  into: string,
): Promise<Partial<PageText>> {
  const { title, intro } = await pageSettings(db.read, accountId)
  const [first, second = ''] = [title, intro].filter(text => text !== null)
  if (first === undefined)
    throw new AppError('conflict', 'The page has no title and no introduction of its own to translate.')
  const told = await requireTranslation(
    db.read,
    await services.models(),
    { accountId, title: first, body: second },
    into,
    signal,
  )
  return title === null ? { intro: told.title } : { title: told.title, intro: told.body }
}

export const host = action({
  summary:
    'Look up the DNS record that proves the host name of the page, and serve the page there if it is as it should be.',
  role: 'owner',
  input: z.object({}),
  async run(acting) {
    await proveHost(acting.db, { ...acting, ...acting.services }, acting.accountId)
  },
  print,
})
