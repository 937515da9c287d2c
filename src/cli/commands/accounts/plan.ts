import type { Account } from '#accounts/account.ts'
import { checkoutLink, type PaymentProvider, portalLink } from '#accounts/payments/payments.ts'
import { openPayments } from '#app/registry.ts'
import type { Service } from '#app/service.ts'
import { type CommandContext, type CommandResult, command } from '#cli/command.ts'
import { ACCOUNT } from '#cli/options.ts'
import { withAccount } from '#cli/with-service.ts'
import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'

export const checkoutCommand = command({
  usage: 'plan checkout',
  summary: 'Print a link where an owner subscribes to the paid plan.',
  options: { account: ACCOUNT },
  run: ({ account }, _, context) => linked(account, context, checkoutLink),
})

export const portalCommand = command({
  usage: 'plan portal',
  summary: 'Print a link where an owner changes the payment method, sees invoices and cancels.',
  options: { account: ACCOUNT },
  run: ({ account }, _, context) => linked(account, context, portalLink),
})

type Link = (db: Reader, payments: PaymentProvider, account: Account, page: string) => Promise<string>

/** Prints a link to a payment page that leads back to the dashboard. */
const linked = (id: string, context: CommandContext, link: Link): Promise<CommandResult> =>
  withAccount(context, id, async (account, service) => {
    const payments = await paymentsOf(service)
    const url = await link(
      service.db.read,
      payments,
      account,
      `${service.baseUrl}/app/${account.publicId}/plan`,
    )
    return { json: { account_id: account.publicId, url }, text: `${url}\n` }
  })

function paymentsOf({ config }: Service): Promise<PaymentProvider> {
  if (config.stripe) return openPayments(config.stripe)
  throw new AppError(
    'conflict',
    'Payments are not configured, so every account has all features. Set the TIDINGS_STRIPE_… variables to turn plans on.',
  )
}
