import { resolve } from 'node:path'
import type { Account } from '#accounts/account.ts'
import type { Service } from '#app/service.ts'
import { storeImage } from '#changelog/entries/images/images.ts'
import { pictureFrom, UPLOAD_LIMIT } from '#changelog/entries/images/picture.ts'
import { pageAddress } from '#changelog/feeds/address.ts'
import { type HostProof, hostProof, proveHost } from '#changelog/page/address/hosts.ts'
import { changePage, type PageSettings, pageSettings } from '#changelog/page/settings.ts'
import { command } from '#cli/command.ts'
import { ACCOUNT, text, toggle } from '#cli/options.ts'
import { operator, withAccount } from '#cli/with-service.ts'
import { readNamedFile } from '#platform/named-files.ts'

export const pageCommand = command({
  usage: 'account page',
  summary:
    'Turn the hosted changelog page on or off and set its content and style. An empty value clears a setting. Without options, show the settings.',
  options: {
    account: ACCOUNT,
    on: toggle('off'),
    title: text('T'),
    intro: text('S'),
    logo: text('FILE'),
    accent: text('#RRGGBB'),
    home: text('URL'),
    name: text('NAME'),
    host: text('HOST'),
    listed: toggle('unlisted'),
    'pull-requests': toggle('no-pull-requests'),
  },
  run({ account: id, logo, ...given }, _, context) {
    const change = changeFrom(given)
    return withAccount(context, id, async (account, service) => {
      const file =
        logo === undefined || logo === ''
          ? null
          : readNamedFile(resolve(context.directory, logo), UPLOAD_LIMIT)
      const picture = file && (await pictureFrom(file, account.id))
      const isChange = logo !== undefined || Object.values(change).some(value => value !== undefined)
      if (isChange)
        await service.db.write(async tx => {
          const image = picture ? await storeImage(tx, operator(service), account.id, picture) : ''
          const given = { ...change, ...(logo !== undefined && { logo: image }) }
          return changePage(tx, { ...operator(service), hostRules: service.hostRules }, account.id, given)
        })
      return resultOf(service, account)
    })
  },
})

interface PageOptions {
  on?: boolean | undefined
  off?: boolean | undefined
  title?: string | undefined
  intro?: string | undefined
  accent?: string | undefined
  home?: string | undefined
  name?: string | undefined
  host?: string | undefined
  listed?: boolean | undefined
  unlisted?: boolean | undefined
  'pull-requests'?: boolean | undefined
  'no-pull-requests'?: boolean | undefined
}

const changeFrom = (given: PageOptions): Partial<PageSettings> =>
  withoutUndefined({
    isOn: given.on,
    title: given.title,
    intro: given.intro,
    accent: given.accent,
    homeUrl: given.home,
    name: given.name,
    host: given.host,
    isListed: given.listed,
    showsPullRequests: given['pull-requests'],
  })

const withoutUndefined = (change: Record<string, unknown>): Partial<PageSettings> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))

async function resultOf({ baseUrl, db }: Service, account: Account) {
  const settings = await pageSettings(db.read, account.id)
  const proof = await hostProof(db.read, account.id)
  const address = pageAddress(baseUrl, { publicId: account.publicId, ...settings })
  const rows: [string, string][] = [
    ['page', settings.isOn ? address : 'off'],
    ['title', settings.title ?? `${account.name} changelog`],
    ['intro', settings.intro ?? 'none'],
    ['logo', settings.logo === null ? 'none' : 'uploaded'],
    ['accent', settings.accent ?? 'default'],
    ['home', settings.homeUrl ?? 'none'],
    ['name', settings.name ?? 'none'],
    ['host', settings.host ?? 'none'],
    ...(proof ? [['claimed host', `${proof.host}, not proven yet`] as [string, string]] : []),
    ['search engines', settings.isListed ? 'may list it' : 'are asked not to list it'],
    ['pull requests', settings.showsPullRequests ? 'linked where the repository is public' : 'not shown'],
  ]
  const width = Math.max(...rows.map(([label]) => label.length)) + 2
  return {
    json: {
      account_id: account.publicId,
      address: settings.isOn ? address : null,
      ...settings,
      host_proof: proof,
    },
    text: `${rows.map(([label, value]) => `${label.padEnd(width)}${value}\n`).join('')}${proof ? whatProves(proof) : ''}${disclosureOf(settings)}`,
  }
}

const whatProves = ({ host, name, value }: HostProof): string =>
  `The page is served at ${host} once a DNS record shows that it is yours. Add it, then run "tidings account host":\n  ${name}  TXT  "${value}"\n`

export const hostCommand = command({
  usage: 'account host',
  summary:
    'Look up the DNS record that proves the host name of the page, and serve the page there if it is as it should be.',
  options: { account: ACCOUNT },
  run: ({ account: id }, _, context) =>
    withAccount(context, id, async (account, service) => {
      await proveHost(service.db, { ...service, ...operator(service) }, account.id)
      return resultOf(service, account)
    }),
})

/** What the page's address gives access to. */
function disclosureOf({ isOn, name, host }: PageSettings): string {
  if (!isOn) return ''
  if (name === null && host === null)
    return 'The address contains the account id: whoever has it can also read the account-wide feed. A public name (--name) avoids that.\n'
  return 'The address does not reveal the account id. Whoever has it can read every published entry, and the feed of those entries.\n'
}
