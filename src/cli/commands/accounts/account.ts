import { type Account, createAccount, listAccounts } from '#accounts/account.ts'
import { dayOf } from '#accounts/deletion.ts'
import { listInvitations } from '#accounts/invitations.ts'
import { listMembers } from '#accounts/members.ts'
import { listSets } from '#accounts/sets.ts'
import { printedAccount } from '#actions/accounts/account.ts'
import { printedSet } from '#actions/accounts/set.ts'
import { tokenForm } from '#actions/accounts/token.ts'
import { createLanguageModels } from '#app/judging.ts'
import type { Service } from '#app/service.ts'
import { listTokens, stateOf, type Token } from '#auth/tokens.ts'
import { command } from '#cli/command.ts'
import { count } from '#cli/format.ts'
import { required, text } from '#cli/options.ts'
import { accountCommand, withService } from '#cli/with-service.ts'
import { tryWriter, type WriterTrial } from '#pipeline/judging/try-writer.ts'
import { type Instant, isoOf } from '#platform/clock.ts'
import { safeLine, safeText } from '#platform/text.ts'
import { requireWriter } from '#writing/connection/writer.ts'
import { adviceOn, failureIn } from '#writing/models/language-model.ts'

export const createCommand = command({
  usage: 'account create',
  summary: 'Create an account and print its id and feed addresses.',
  options: { name: required(text('NAME')) },
  run({ name }, _, context) {
    const create = async ({ db, clock, ids, baseUrl }: Service) =>
      printedAccount(baseUrl, await db.write(tx => createAccount(tx, clock, ids, { name })))
    return withService(context, create, { migrate: false, creates: true })
  },
})

export const listCommand = command({
  usage: 'account list',
  summary: 'List the accounts, their feed addresses and which are about to be deleted.',
  options: {},
  run: (_, __, context) =>
    withService(context, async ({ db, baseUrl }) => {
      const accounts = await listAccounts(db.read)
      const printed = accounts.map(account => listed(baseUrl, account))
      return {
        json: { accounts: printed.map(({ json }) => json) },
        text:
          printed.map(({ text }) => text).join('\n') ||
          'There is no account yet. Create one: tidings account create --name "Acme"\n',
      }
    }),
})

function listed(baseUrl: string, account: Account) {
  const { json, text } = printedAccount(baseUrl, account)
  const { deletesAt } = account
  if (deletesAt === null) return { json, text }
  return {
    json: { ...json, deletes_at: isoOf(deletesAt) },
    text: `${text}  deleted     ${deletesAt === 0 ? 'now' : `on ${dayOf(deletesAt)}`}\n`,
  }
}

export const tryCommand = accountCommand({
  usage: 'account writer try',
  summary: 'Try the writer on recent merges, and show its words with what they cost. Changes nothing.',
  async run(account, service, _, context) {
    const candidate = await service.writers.open(await requireWriter(service.db.read, account.id))
    const trials: WriterTrial[] = []
    const asking = await createLanguageModels(service)
    for await (const trial of tryWriter(asking, account.id, candidate, context.signal)) {
      trials.push(trial)
      if (!context.json) await context.out(trialText(trial))
    }
    const text = trials.length === 0 ? 'There is no merge yet that customers would notice.\n' : ''
    return { json: { trials }, text }
  },
})

/** One merge with its texts before and after the writer, for a terminal. */
function trialText({ reference, title, before, after, fault, seconds, usage, cost }: WriterTrial): string {
  const tokens = count(usage.inputTokens + usage.outputTokens)
  const price = cost === null ? '' : `, ${(cost / 1e6).toFixed(4)} USD`
  const lines = [
    `${reference}  ${safeLine(title)}`,
    ...wordsOf('Before', before),
    ...(after ? wordsOf('After', after) : []),
    ...(fault ? [`  ${safeLine(faultText(fault))}`] : []),
    `  ${seconds.toFixed(1)} s, ${tokens} tokens${price}`,
  ]
  return `${lines.join('\n')}\n\n`
}

function faultText(fault: string): string {
  const failure = failureIn(fault)
  return failure === null ? `No words: ${fault}.` : adviceOn(failure)
}

function wordsOf(name: string, { headline, body }: WriterTrial['before']): string[] {
  const [first, ...rest] = [
    safeLine(headline),
    ...safeText(body)
      .split('\n')
      .filter(line => line !== ''),
  ]
  return [`  ${name.padEnd(8)}${first}`, ...rest.map(line => `          ${line}`)]
}

export const setsCommand = accountCommand({
  usage: 'set list',
  summary: "List an account's sets and their feed addresses.",
  async run(account, { db, baseUrl }) {
    const sets = (await listSets(db.read, account.id)).map(set => printedSet(baseUrl, account, set))
    return {
      json: { sets: sets.map(({ json }) => json) },
      text: sets.map(({ text }) => text).join('\n') || 'The account has no sets.\n',
    }
  },
})

export const membersCommand = accountCommand({
  usage: 'member list',
  summary: 'List the members of an account with their roles, and open invitations.',
  async run(account, { db }) {
    const members = await listMembers(db.read, account.id)
    const invitations = await listInvitations(db.read, account.id)
    return {
      json: {
        members: members.map(({ id, email, name, role, joinedAt }) => ({
          ...{ id, email, name, role },
          joined_at: isoOf(joinedAt),
        })),
        invitations: invitations.map(({ id, email, role, expiresAt }) => ({
          ...{ id, email, role },
          expires_at: isoOf(expiresAt),
        })),
      },
      text:
        [
          ...members.map(({ id, role, email }) => `${id}  ${role.padEnd(9)}  ${email}\n`),
          ...invitations.map(({ id, role, email }) => `${id}  ${role.padEnd(9)}  ${email}  [invited]\n`),
        ].join('') || 'Nobody can sign in to the account.\n',
    }
  },
})

export const tokensCommand = accountCommand({
  usage: 'token list',
  summary: "List an account's tokens with prefix, last use and expiry.",
  async run(account, { db, clock }) {
    const tokens = await listTokens(db.read, account.id)
    return {
      json: { tokens: tokens.map(token => tokenForm(token, clock.now())) },
      text: tokens.map(token => tokenLine(token, clock.now())).join('') || 'The account has no tokens.\n',
    }
  },
})

function tokenLine(token: Token, now: Instant): string {
  const used = token.lastUsedAt === null ? 'never used' : `last used ${isoOf(token.lastUsedAt)}`
  const expiry = token.expiresAt === null ? 'no expiry' : `expires ${isoOf(token.expiresAt)}`
  return `${token.id}  ${stateOf(token, now).padEnd(7)}  ${token.audience}  ${token.prefix}…  ${used}, ${expiry}  ${token.name}\n`
}
